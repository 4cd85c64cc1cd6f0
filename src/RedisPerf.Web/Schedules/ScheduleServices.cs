namespace RedisPerf.Web.Schedules;

/// <summary>What asks for jobs again and again.</summary>
public static class ScheduleServices
{
    /// <summary>After the queue: what it left behind is taken up before a schedule asks for more.</summary>
    public static IServiceCollection AddSchedules(this IServiceCollection services)
    {
        services.AddSingleton<DueSignal>();
        services.AddSingleton<ScheduleChanges>();
        services.AddHostedService<ScheduleFiring>();
        return services;
    }
}

namespace RedisPerf.Web.Schedules;

/// <summary>Schedules: their changes, and the start of the jobs that are due.</summary>
public static class ScheduleServices
{
    public static IServiceCollection AddSchedules(this IServiceCollection services)
    {
        services.AddSingleton<ScheduleChanges>();
        services.AddSingleton<ScheduleFiring>();
        return services;
    }
}

namespace RedisPerf.Web.Alerts;

/// <summary>What judges the nights of schedules and tells of it. To be added behind the queue: what it asks for must not be found by the queue's recovery.</summary>
public static class AlertServices
{
    public static IServiceCollection AddAlerts(this IServiceCollection services)
    {
        services.AddSingleton<NightReview>();
        services.AddSingleton<NightWatch>();
        services.AddSingleton<WebhookSender>();
        services.AddSingleton<AlertActions>();
        services.AddHostedService(provider => provider.GetRequiredService<NightWatch>());
        services.AddHostedService(provider => provider.GetRequiredService<WebhookSender>());
        return services;
    }
}

namespace RedisPerf.Web.Alerts;

/// <summary>The review of scheduled runs and the alerts that it opens.</summary>
public static class AlertServices
{
    public static IServiceCollection AddAlerts(this IServiceCollection services)
    {
        services.AddSingleton<RegressionReview>();
        services.AddSingleton<PendingReviews>();
        services.AddSingleton<WebhookSender>();
        services.AddSingleton<AlertActions>();
        return services;
    }
}

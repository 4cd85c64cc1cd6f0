using Quartz;

namespace RedisPerf.Web.Queue;

/// <summary>What runs jobs behind the pages. Nothing outside this folder knows which scheduler it is.</summary>
public static class QueueServices
{
    public static IServiceCollection AddJobQueue(this IServiceCollection services)
    {
        services.AddSingleton<JobQueue>();
        services.AddSingleton<JobIntake>();
        services.AddSingleton<JobChanges>();
        services.AddSingleton<ScheduledJobs>();
        services.AddSingleton<JobExecution>();
        services.AddSingleton<LeftKeys>();
        services.AddHostedService<QueueRecovery>();
        services.AddQuartz(quartz =>
        {
            quartz.UseDefaultThreadPool(1);
            quartz.ConfigureScheduler(scheduler => scheduler.ShutdownJobInterruption = ShutdownJobInterruption.Always);
        });
        services.AddQuartzHostedService(hosted => hosted.WaitForJobsToComplete = true);
        return services;
    }
}

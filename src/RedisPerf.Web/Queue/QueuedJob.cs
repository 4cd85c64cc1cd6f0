using Quartz;

namespace RedisPerf.Web.Queue;

/// <summary>The scheduler's end of the queue: a job's turn has come.</summary>
public sealed class QueuedJob(JobExecution execution) : IJob
{
    public async ValueTask Execute(IJobExecutionContext context, CancellationToken cancellationToken) =>
        await execution.RunAsync(Guid.Parse(context.JobDetail.Key.Name), cancellationToken);
}

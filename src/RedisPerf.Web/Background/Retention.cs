using Microsoft.Extensions.Options;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Configuration;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Removes jobs that ended before the retention period. Does nothing when all jobs are kept.</summary>
public sealed partial class Retention(
    JobHistory history, LiveLists lists, IOptions<RedisPerfOptions> options, TimeProvider time, ILogger<Retention> log)
{
    public async Task RemoveAsync(CancellationToken ct)
    {
        if (options.Value.KeepJobs is not (> 0 and var days))
        {
            return;
        }

        var removed = await history.RemoveEndedBeforeAsync(time.GetUtcNow().AddDays(-days), ct);
        if (removed > 0)
        {
            lists.Change();
            LogRemoved(removed, days);
        }
    }

    [LoggerMessage(LogLevel.Information, "{Count} jobs that ended more than {Days} days ago were removed.")]
    private partial void LogRemoved(int count, int days);
}

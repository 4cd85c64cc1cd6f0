using Microsoft.Extensions.Options;
using RedisPerf.Ledger;

namespace RedisPerf.Web;

/// <summary>Removes jobs that ended longer ago than they are kept, at the start and once a day; where all are kept, nothing.</summary>
public sealed partial class Retention(JobHistory history, IOptions<RedisPerfOptions> options, TimeProvider time, ILogger<Retention> log) : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromDays(1);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (options.Value.KeepJobs is not (> 0 and var days))
        {
            return;
        }

        using var timer = new PeriodicTimer(Interval, time);
        do
        {
            try
            {
                var removed = await history.RemoveEndedBeforeAsync(time.GetUtcNow().AddDays(-days), stoppingToken);
                if (removed > 0)
                {
                    LogRemoved(removed, days);
                }
            }
            catch (LedgerException exception)
            {
                // Tomorrow it may work again, and until then the pages can be used.
                LogFailure(exception);
            }
        }
        while (await timer.WaitForNextTickAsync(stoppingToken));
    }

    [LoggerMessage(LogLevel.Information, "{Count} jobs that ended more than {Days} days ago were removed.")]
    private partial void LogRemoved(int count, int days);

    [LoggerMessage(LogLevel.Error, "Old jobs could not be removed.")]
    private partial void LogFailure(LedgerException exception);
}

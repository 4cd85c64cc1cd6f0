namespace RedisPerf.Web.Background;

/// <summary>Requests the search for due schedules each minute, by a timer that only runs forward. Hangfire's recurring job waits for a time
/// of the clock: when the clock was two days ahead and is set back, it waits for two days.</summary>
internal sealed class ForwardTimer(Housekeeping housekeeping, TimeProvider time, ILogger<ForwardTimer> logger) : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Interval, time);
        try
        {
            while (await timer.WaitForNextTickAsync(stoppingToken))
            {
                try
                {
                    housekeeping.RequestSchedules();
                }
                catch (Exception exception)
                {
                    // An exception in a background service stops the program; the storage of Hangfire can be away for some time.
                    logger.LogWarning(exception, "The search for due schedules could not be requested; next attempt in a minute");
                }
            }
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            // The program ends.
        }
    }
}

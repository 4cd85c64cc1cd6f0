using RedisPerf.Ledger;

namespace RedisPerf.Web.Alerts;

/// <summary>Judges each night once it has ended, behind the queue. What was not judged when the program ended is judged at the next start.</summary>
public sealed class NightWatch(NightLedger nights, NightReview review, TimeProvider time, ILogger<NightWatch> logger) : BackgroundService
{
    /// <summary>A rerun that was cancelled or deleted calls nobody.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private readonly WakeUp _wakeUp = new();

    /// <summary>A job has ended.</summary>
    public void Wake() => _wakeUp.Call();

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                foreach (var night in await nights.WaitingAsync(stoppingToken))
                {
                    await review.JudgeAsync(night, stoppingToken);
                }

                await _wakeUp.WaitAsync(Patience, time, stoppingToken);
            }
            catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
            {
                return;
            }
            catch (Exception exception)
            {
                logger.LogError(exception, "A night could not be judged; it is tried again");
                await _wakeUp.WaitAsync(Patience, time, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }
}

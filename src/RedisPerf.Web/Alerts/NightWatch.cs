using RedisPerf.Ledger;
using RedisPerf.Web.Schedules;

namespace RedisPerf.Web.Alerts;

/// <summary>Judges each night once it has ended, behind the queue. What was not judged when the program ended is judged at the next start.</summary>
public sealed class NightWatch(NightLedger nights, NightReview review, TimeProvider time, ILogger<NightWatch> logger) : BackgroundService
{
    /// <summary>A rerun that was cancelled or deleted calls nobody.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private readonly DueSignal _signal = new(time);

    /// <summary>A job has ended.</summary>
    public void Wake() => _signal.Set();

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            await JudgeAsync(stoppingToken);
            await _signal.WaitAsync(Patience, stoppingToken);
        }
    }

    private async Task JudgeAsync(CancellationToken ct)
    {
        try
        {
            foreach (var night in await nights.WaitingAsync(ct))
            {
                await review.JudgeAsync(night, ct);
            }
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            // The program ends: what was not judged is judged at the next start.
        }
        catch (Exception exception)
        {
            logger.LogError(exception, "A night could not be judged; it is tried again");
        }
    }
}

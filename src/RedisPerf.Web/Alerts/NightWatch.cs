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
                await JudgeAsync(night, ct);
            }
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            // The program ends: what was not judged is judged at the next start.
        }
        catch (Exception exception)
        {
            // A background service that throws ends the program.
            logger.LogError(exception, "The nights that wait to be judged could not be read; it is tried again");
        }
    }

    // One that fails leaves the others their turn.
    private async Task JudgeAsync(Guid night, CancellationToken ct)
    {
        try
        {
            await review.JudgeAsync(night, ct);
        }
        catch (Exception exception) when (!ct.IsCancellationRequested)
        {
            logger.LogError(exception, "The night of job {Job} could not be judged; it is tried again", night);
        }
    }
}

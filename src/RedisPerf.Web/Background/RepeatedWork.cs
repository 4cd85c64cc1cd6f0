using RedisPerf.Ledger.Storage;

namespace RedisPerf.Web.Background;

/// <summary>Work that listens to the ledger until the program ends. After a failure it starts again.</summary>
internal static class RepeatedWork
{
    /// <summary>The time before the next attempt.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <param name="work">The work. It may end by itself.</param>
    /// <param name="subject">What it reads, for the log entry of a failure.</param>
    /// <param name="time">The clock of the pause.</param>
    /// <param name="logger">Receives the failures.</param>
    /// <param name="ct">Cancelled when the program ends.</param>
    public static async Task RunAsync(Func<CancellationToken, Task> work, string subject, TimeProvider time, ILogger logger, CancellationToken ct)
    {
        while (!ct.IsCancellationRequested)
        {
            try
            {
                await work(ct);
            }
            catch (OperationCanceledException) when (ct.IsCancellationRequested)
            {
                return;
            }
            catch (LedgerException exception)
            {
                logger.LogWarning(exception, "{Subject} could not be read; next attempt in {Seconds} s", subject, Pause.TotalSeconds);
            }
            catch (Exception exception)
            {
                // An exception in a background service stops the program.
                logger.LogError(exception, "{Subject} could not be processed; next attempt in {Seconds} s", subject, Pause.TotalSeconds);
            }

            await Task.Delay(Pause, time, ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}

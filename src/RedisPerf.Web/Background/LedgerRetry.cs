using RedisPerf.Ledger.Storage;

namespace RedisPerf.Web.Background;

/// <summary>Repeats work of the queue that the ledger refuses: while its disk is full, its file is locked or its server is away, no job can
/// run, and the queue waits and loses no job.</summary>
public sealed class LedgerRetry(TimeProvider time, ILogger<LedgerRetry> logger)
{
    /// <summary>The time between two attempts.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromSeconds(2);

    /// <summary>Reads the ledger.</summary>
    /// <param name="read">Reads the ledger.</param>
    /// <param name="what">The subject of the log entry for a failed attempt.</param>
    /// <param name="ct">Cancelled when the program ends.</param>
    /// <returns>The result; the default of the type when the wait was cancelled.</returns>
    public async Task<T?> ReadAsync<T>(Func<Task<T?>> read, string what, CancellationToken ct)
    {
        T? result = default;
        await UntilDoneAsync(async () => result = await read(), what, ct);
        return result;
    }

    /// <param name="work">Reads or writes the ledger.</param>
    /// <param name="what">The subject of the log entry for a failed attempt.</param>
    /// <param name="ct">Cancelled when the program ends.</param>
    /// <returns>False when it was cancelled before the work was done.</returns>
    public async Task<bool> UntilDoneAsync(Func<Task> work, string what, CancellationToken ct)
    {
        while (true)
        {
            try
            {
                await work();
                return true;
            }
            catch (LedgerException exception)
            {
                logger.LogError(exception, "{What} could not be stored or read; next attempt in {Seconds} s", what, Pause.TotalSeconds);
            }

            try
            {
                await Task.Delay(Pause, time, ct);
            }
            catch (OperationCanceledException)
            {
                return false;
            }
        }
    }
}

using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>The opening of a job's servers while its steps are reported. When the caller reads no further event, it is cancelled and awaited, so that no started server and no lease remains.</summary>
internal sealed class ServerOpening : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop;

    /// <param name="open">Opens the servers until the token is cancelled, and returns why that was not possible.</param>
    /// <param name="ct">Cancels opening.</param>
    public ServerOpening(Func<CancellationToken, Task<Reason?>> open, CancellationToken ct)
    {
        _stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        Result = open(_stop.Token);
    }

    /// <summary>Why the servers cannot be used; null when they can.</summary>
    public Task<Reason?> Result { get; }

    public async ValueTask DisposeAsync()
    {
        if (!Result.IsCompleted)
        {
            await _stop.CancelAsync().ConfigureAwait(false);
            await ((Task)Result).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        _stop.Dispose();
    }
}

namespace RedisPerf.Web.Background;

/// <summary>
/// What uses existing servers on this node, one at a time, so that nothing disturbs a run: a job, a share of the job of another
/// node, a connection test, a sample of keys, or the removal of left keys.
/// </summary>
public sealed class ServerTurn : IDisposable
{
    private readonly SemaphoreSlim _turn = new(1, 1);

    /// <summary>Waits for the turn, which ends when the result is disposed.</summary>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public async Task<IDisposable> TakeAsync(CancellationToken ct)
    {
        await _turn.WaitAsync(ct);
        return new Turn(_turn);
    }

    public void Dispose() => _turn.Dispose();

    private sealed class Turn(SemaphoreSlim turn) : IDisposable
    {
        public void Dispose() => turn.Release();
    }
}

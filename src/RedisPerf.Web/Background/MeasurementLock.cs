namespace RedisPerf.Web.Background;

/// <summary>Held by one user of existing servers on this node at a time, so that nothing disturbs a run: a job, a share of the job of
/// another node, a connection test, a sample of keys, or the removal of left keys.</summary>
public sealed class MeasurementLock : IDisposable
{
    private readonly SemaphoreSlim _lock = new(1, 1);

    /// <summary>Waits for the lock. It is released when the result is disposed.</summary>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public async Task<IDisposable> AcquireAsync(CancellationToken ct)
    {
        await _lock.WaitAsync(ct);
        return new Holder(_lock);
    }

    public void Dispose() => _lock.Dispose();

    private sealed class Holder(SemaphoreSlim held) : IDisposable
    {
        public void Dispose() => held.Release();
    }
}

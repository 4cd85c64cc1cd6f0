namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>
/// Bounds what is sent and not yet answered, in bytes. When the bound is passed it waits until half of it has been
/// answered, but never for the newest command: so the socket always has something to send, and the sender wakes once for
/// many replies instead of once for each. Replies come in the order of the commands, so waiting for the oldest is enough.
/// </summary>
/// <param name="bytes">The bound; of commands larger than half of it, two at most are under way.</param>
public sealed class InFlightWindow(long bytes)
{
    private readonly Queue<(Task Reply, long Bytes)> _pending = new();
    private long _inFlight;

    /// <summary>Takes note of a command just sent; returns at once while there is room.</summary>
    /// <exception cref="Exception">What an earlier command was answered with.</exception>
    public ValueTask AddAsync(Task reply, long bytesSent, CancellationToken ct)
    {
        _pending.Enqueue((reply, bytesSent));
        _inFlight += bytesSent;
        return _inFlight < bytes ? ValueTask.CompletedTask : new(WaitAsync(bytes / 2, keep: 1, ct));
    }

    /// <summary>Waits for every reply.</summary>
    public Task DrainAsync(CancellationToken ct) => WaitAsync(0, keep: 0, ct);

    private async Task WaitAsync(long left, int keep, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        while (_inFlight > left && _pending.Count > keep)
        {
            var oldest = _pending.Dequeue();
            await oldest.Reply;
            _inFlight -= oldest.Bytes;
            ct.ThrowIfCancellationRequested();
        }
    }
}

namespace RedisPerf.Abstractions;

/// <summary>Bounds the bytes that are sent and not yet answered. Above the bound it waits until half of them are answered, but never for
/// the newest command. So the socket always has data to send, and the sender wakes once for many replies instead of once for each. Replies
/// arrive in command order, so waiting for the oldest one is enough.</summary>
/// <param name="bytes">The bound. At most two commands larger than half of it are in flight.</param>
public sealed class InFlightWindow(long bytes)
{
    private readonly Queue<(Task Reply, long Bytes)> _pending = new();
    private long _inFlight;

    /// <summary>Adds a command that was just sent. Returns immediately while the bound is not exceeded.</summary>
    /// <exception cref="Exception">The error reply to an earlier command.</exception>
    public ValueTask AddAsync(Task reply, long bytesSent, CancellationToken ct)
    {
        _pending.Enqueue((reply, bytesSent));
        _inFlight += bytesSent;
        return _inFlight < bytes ? ValueTask.CompletedTask : new(WaitAsync(bytes / 2, keep: 1, ct));
    }

    /// <summary>Waits for all replies.</summary>
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

using System.Threading.Channels;

namespace RedisPerf.Web.Schedules;

/// <summary>Tells the one who waits for the next due schedule that the schedules have changed.</summary>
public sealed class DueSignal(TimeProvider time)
{
    private readonly Channel<bool> _changes = Channel.CreateBounded<bool>(new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite });

    public void Set() => _changes.Writer.TryWrite(true);

    /// <summary>Waits for a time, or until something has changed since the last wait. It ends early, without throwing, when the token is cancelled.</summary>
    public async Task WaitAsync(TimeSpan atMost, CancellationToken ct)
    {
        using var over = CancellationTokenSource.CreateLinkedTokenSource(ct);
        await Task.WhenAny(Task.Delay(atMost, time, over.Token), _changes.Reader.WaitToReadAsync(over.Token).AsTask());
        await over.CancelAsync();
        _changes.Reader.TryRead(out _);
    }
}

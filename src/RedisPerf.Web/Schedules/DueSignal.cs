using System.Threading.Channels;

namespace RedisPerf.Web.Schedules;

/// <summary>Lets one wait until something is due, and tells him when what is due has changed.</summary>
public sealed class DueSignal(TimeProvider time)
{
    /// <summary>A clock that was set, or a machine that slept, is noticed within it: a timer counts neither.</summary>
    public static readonly TimeSpan LongestWait = TimeSpan.FromMinutes(1);

    private readonly Channel<bool> _changes = Channel.CreateBounded<bool>(new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite });

    /// <summary>How long to wait for what is due then: not at all when it is past, and never longer than <see cref="LongestWait"/>.</summary>
    /// <param name="due">Null when nothing is.</param>
    public TimeSpan Until(DateTimeOffset? due)
    {
        var wait = due - time.GetUtcNow() ?? LongestWait;
        return wait > LongestWait ? LongestWait : wait < TimeSpan.Zero ? TimeSpan.Zero : wait;
    }

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

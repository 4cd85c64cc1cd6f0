using System.Threading.Channels;

namespace RedisPerf.Web.Live;

/// <summary>One watcher of one job. One that does not keep up is cut off; it reconnects and begins with a fresh snapshot.</summary>
public sealed class LiveSubscription(Guid job, Action<LiveSubscription> onDispose) : IDisposable
{
    private const int MostWaiting = 1_024;

    private readonly Channel<LiveEvent> _events = Channel.CreateBounded<LiveEvent>(MostWaiting);

    public Guid Job { get; } = job;

    public ChannelReader<LiveEvent> Events => _events.Reader;

    public void Dispose() => onDispose(this);

    internal void Offer(LiveEvent liveEvent)
    {
        if (!_events.Writer.TryWrite(liveEvent))
        {
            _events.Writer.TryComplete();
        }
    }
}

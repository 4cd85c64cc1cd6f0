using System.Threading.Channels;

namespace RedisPerf.Web.Live;

/// <summary>One watcher of one job. A watcher that is too slow is disconnected; it reconnects and starts with a new snapshot.</summary>
/// <param name="isPage">Whether the watcher is the job's page.</param>
/// <param name="onDispose">Ends the subscription.</param>
public sealed class LiveSubscription(Guid job, bool isPage, Action<LiveSubscription> onDispose) : IDisposable
{
    private const int MaxWaiting = 1_024;

    private readonly Channel<LiveEvent> _events = Channel.CreateBounded<LiveEvent>(MaxWaiting);

    public Guid Job { get; } = job;

    public bool IsPage { get; } = isPage;

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

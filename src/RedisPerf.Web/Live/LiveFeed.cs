using System.Collections.Concurrent;

namespace RedisPerf.Web.Live;

/// <summary>Passes a job's events on to whoever watches it now. It keeps nothing: what must last is in the ledger.</summary>
public sealed class LiveFeed
{
    private readonly ConcurrentDictionary<LiveSubscription, byte> _subscriptions = new();

    /// <summary>Jobs that somebody watches.</summary>
    public IReadOnlyCollection<Guid> Watched => [.. _subscriptions.Keys.Select(subscription => subscription.Job).Distinct()];

    public LiveSubscription Subscribe(Guid job)
    {
        var subscription = new LiveSubscription(job, ended => _subscriptions.TryRemove(ended, out _));
        _subscriptions.TryAdd(subscription, 0);
        return subscription;
    }

    public void Publish(Guid job, LiveEvent liveEvent)
    {
        foreach (var subscription in _subscriptions.Keys.Where(subscription => subscription.Job == job))
        {
            subscription.Offer(liveEvent);
        }
    }
}

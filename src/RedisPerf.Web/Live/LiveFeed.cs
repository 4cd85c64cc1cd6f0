using System.Collections.Concurrent;

namespace RedisPerf.Web.Live;

/// <summary>Passes a job's events to its current watchers. It stores nothing: durable data is in the ledger.</summary>
public sealed class LiveFeed
{
    private readonly ConcurrentDictionary<LiveSubscription, byte> _subscriptions = new();

    /// <summary>Jobs that have a watcher.</summary>
    public IReadOnlyCollection<Guid> Watched => [.. _subscriptions.Keys.Select(subscription => subscription.Job).Distinct()];

    /// <summary>Number of watchers.</summary>
    public int Count => _subscriptions.Count;

    /// <param name="isPage">Whether the watcher is the job's page.</param>
    public LiveSubscription Subscribe(Guid job, bool isPage)
    {
        var subscription = new LiveSubscription(job, isPage, ended => _subscriptions.TryRemove(ended, out _));
        _subscriptions.TryAdd(subscription, 0);
        return subscription;
    }

    /// <summary>Whether a job has a watcher.</summary>
    public bool IsWatched(Guid job) => _subscriptions.Keys.Any(subscription => subscription.Job == job);

    /// <summary>Whether a job's page is open.</summary>
    public bool IsOnPage(Guid job) => _subscriptions.Keys.Any(subscription => subscription.Job == job && subscription.IsPage);

    public void Publish(Guid job, LiveEvent liveEvent)
    {
        foreach (var subscription in _subscriptions.Keys.Where(
            subscription => subscription.Job == job && (subscription.IsPage || !liveEvent.IsForPages)))
        {
            subscription.Offer(liveEvent);
        }
    }
}

using System.Collections.Concurrent;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Targets;

/// <summary>The targets as the pages, the API and the queue see them. A state is cached for a few seconds: every page names the default
/// target, the form needs its memory at every key, and they must not wait for a server that does not respond. While a job or a share of one
/// runs here, its targets are not queried, and other targets only if their state is unknown.</summary>
public sealed class TargetBoard(TargetCatalogue catalogue, LiveJobs jobs, JobsElsewhere elsewhere, TimeProvider clock)
{
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Stale = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan QueryTimeout = TimeSpan.FromSeconds(2);

    private readonly ConcurrentDictionary<string, (DateTimeOffset QueriedAt, MemoryRoom Room)> _rooms = new();
    private readonly ConcurrentDictionary<string, TargetDescription> _known = new();
    private readonly Lock _gate = new();
    private Task<IReadOnlyList<TargetDescription>>? _last;
    private Task<IReadOnlyList<TargetDescription>>? _before;
    private DateTimeOffset _queriedAt;

    /// <summary>All targets, in the order of the catalogue.</summary>
    public Task<IReadOnlyList<TargetDescription>> DescribeAsync()
    {
        lock (_gate)
        {
            var now = clock.GetUtcNow();
            if (_last is null || _last.IsFaulted || now - _queriedAt > Fresh)
            {
                _before = _last is { IsCompletedSuccessfully: true } && now - _queriedAt < Stale ? _last : null;
                _queriedAt = now;
                // On the thread pool, because a target may start with synchronous work, and RecentDefaultAsync must not wait for it.
                _last = Task.Run(QueryAllAsync);
            }

            return _last;
        }
    }

    /// <summary>Drops the known state of a target that was added, replaced or deleted.</summary>
    public void Discard(string name)
    {
        lock (_gate)
        {
            (_last, _before) = (null, null);
        }

        _known.TryRemove(name, out _);
        _rooms.TryRemove(name, out _);
    }

    /// <summary>The default target of a new run; null when there is no target.</summary>
    public async Task<TargetDescription?> DefaultAsync() => TargetCatalogue.Default(await DescribeAsync());

    /// <summary>The default target for the head of a page, without waiting: its last known state, if that is less than five minutes old.
    /// All targets are queried again at the same time.</summary>
    public async Task<TargetDescription?> RecentDefaultAsync()
    {
        var current = DescribeAsync();
        return TargetCatalogue.Default(await (current.IsCompleted ? current : _before ?? current));
    }

    /// <summary>All names, the default target first.</summary>
    public async Task<IReadOnlyList<string>> NamesAsync() => TargetCatalogue.DefaultFirst(await DescribeAsync());

    /// <summary>The target of a name; null for an unknown name.</summary>
    public ITarget? Find(string name) => catalogue.Find(name);

    /// <summary>How a target is reached or started; null for an unknown name.</summary>
    public TargetSource? SourceOf(string name) => catalogue.Find(name)?.Source;

    /// <summary>The names of the targets that are ready or start on demand.</summary>
    public async Task<IReadOnlyList<string>> UsableAsync() =>
        [.. (await DescribeAsync()).Where(target => target.Status != TargetStatus.Unavailable).Select(target => target.Name)];

    /// <summary>The memory that a job can use, at most a few seconds old, or from before the running job started. Unknown when the target
    /// does not respond in time.</summary>
    public async Task<MemoryRoom> RoomAsync(string name, CancellationToken ct)
    {
        if (catalogue.Find(name) is not { } target)
        {
            return default;
        }

        var now = clock.GetUtcNow();
        if (_rooms.TryGetValue(target.Name, out var last) && now - last.QueriedAt < Fresh)
        {
            return last.Room;
        }

        if (!MayQuery(target, last != default))
        {
            return last.Room;
        }

        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(ct);
        timeout.CancelAfter(QueryTimeout);
        var room = await QueryRoomAsync(target, timeout.Token, ct);
        _rooms[target.Name] = (now, room);
        return room;
    }

    private static async Task<MemoryRoom> QueryRoomAsync(ITarget target, CancellationToken timeout, CancellationToken ct)
    {
        try
        {
            return await target.RoomAsync(timeout).WaitAsync(timeout);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            // A job reports at its start that the target does not respond.
            return default;
        }
    }

    private async Task<IReadOnlyList<TargetDescription>> QueryAllAsync() => await Task.WhenAll(catalogue.Targets.Select(QueryAsync));

    private async Task<TargetDescription> QueryAsync(ITarget target)
    {
        using var timeout = new CancellationTokenSource(QueryTimeout, clock);
        try
        {
            var isKnown = _known.TryGetValue(target.Name, out var known);
            return MayQuery(target, isKnown)
                ? _known[target.Name] = await target.DescribeAsync(timeout.Token).WaitAsync(timeout.Token)
                : known ?? new(target.Name, null, null, target.Source, TargetStatus.Ready, Reason.Of(
                    ReasonCode.TargetInUse, (Reason.Target, target.Name)));
        }
        catch (OperationCanceledException)
        {
            return new(target.Name, null, null, target.Source, TargetStatus.Unavailable,
                Reason.Of(ReasonCode.NoReplyWithin, (Reason.Target, target.Name), ("seconds", QueryTimeout.TotalSeconds)));
        }
    }

    /// <summary>Whether another node measures this server now. Each node starts its own servers.</summary>
    public bool IsUsedElsewhere(ITarget target) => target.Source == TargetSource.Configured && elsewhere.Uses(target.Name);

    // While a job runs, only the job may use its targets, and the known state of the other targets is sufficient. Another node can
    // use an existing server.
    private bool MayQuery(ITarget target, bool isKnown) =>
        !IsUsedElsewhere(target) && (!jobs.AreMeasuring || (!isKnown && jobs.Current?.Targets.Contains(target.Name) != true));
}

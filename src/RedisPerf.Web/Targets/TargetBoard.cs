using System.Collections.Concurrent;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Targets;

/// <summary>
/// The targets as the pages, the API and the queue see them. An answer is kept for some seconds: every page names the default
/// target, the form needs its memory at every key, and none of them should wait for a server that does not answer. While a job
/// runs, its targets are not asked at all, and other targets only if nothing is known of them.
/// </summary>
public sealed class TargetBoard(TargetCatalogue catalogue, LiveJobs jobs, TimeProvider clock)
{
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Stale = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly ConcurrentDictionary<string, (DateTimeOffset Asked, MemoryRoom Room)> _rooms = new();
    private readonly ConcurrentDictionary<string, TargetDescription> _known = new();
    private readonly Lock _gate = new();
    private Task<IReadOnlyList<TargetDescription>>? _last;
    private Task<IReadOnlyList<TargetDescription>>? _before;
    private DateTimeOffset _asked;

    /// <summary>All of them, in the catalogue's order.</summary>
    public Task<IReadOnlyList<TargetDescription>> DescribeAsync()
    {
        lock (_gate)
        {
            var now = clock.GetUtcNow();
            if (_last is null || _last.IsFaulted || now - _asked > Fresh)
            {
                _before = _last is { IsCompletedSuccessfully: true } && now - _asked < Stale ? _last : null;
                _asked = now;
                // On the pool: some start with work, for example a command, and LastSeenAsync must not wait for it.
                _last = Task.Run(AskAllAsync);
            }

            return _last;
        }
    }

    /// <summary>The default target of a new run; null when there is no target.</summary>
    public async Task<TargetDescription?> UsualAsync() => TargetCatalogue.Usual(await DescribeAsync());

    /// <summary>
    /// The default target for the head of a page, which does not wait: as it was at the last look, if that was less than
    /// five minutes ago. Meanwhile all targets are asked again.
    /// </summary>
    public async Task<TargetDescription?> LastSeenAsync()
    {
        var asked = DescribeAsync();
        return TargetCatalogue.Usual(await (asked.IsCompleted ? asked : _before ?? asked));
    }

    /// <summary>Every name, the default target first.</summary>
    public async Task<IReadOnlyList<string>> NamesAsync() => TargetCatalogue.UsualFirst(await DescribeAsync());

    /// <summary>The memory that a job could fill, as it was some seconds ago, or before the running job started. Unknown when the target does not answer in time.</summary>
    public async Task<MemoryRoom> RoomAsync(string name, CancellationToken ct)
    {
        if (catalogue.Find(name) is not { } target)
        {
            return default;
        }

        var now = clock.GetUtcNow();
        if (_rooms.TryGetValue(target.Name, out var last) && now - last.Asked < Fresh)
        {
            return last.Room;
        }

        if (!MayAsk(target, last != default))
        {
            return last.Room;
        }

        using var patience = CancellationTokenSource.CreateLinkedTokenSource(ct);
        patience.CancelAfter(Patience);
        var room = await AskForRoomAsync(target, patience.Token, ct);
        _rooms[target.Name] = (now, room);
        return room;
    }

    private static async Task<MemoryRoom> AskForRoomAsync(ITarget target, CancellationToken patience, CancellationToken ct)
    {
        try
        {
            return await target.RoomAsync(patience).WaitAsync(patience);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            // The job itself reports a target that does not answer, when it starts.
            return default;
        }
    }

    private async Task<IReadOnlyList<TargetDescription>> AskAllAsync() => await Task.WhenAll(catalogue.Targets.Select(AskAsync));

    private async Task<TargetDescription> AskAsync(ITarget target)
    {
        using var patience = new CancellationTokenSource(Patience, clock);
        try
        {
            var isKnown = _known.TryGetValue(target.Name, out var known);
            return MayAsk(target, isKnown)
                ? _known[target.Name] = await target.DescribeAsync(patience.Token).WaitAsync(patience.Token)
                : known ?? new(target.Name, null, null, target.Source, TargetStatus.Ready, Reason.Of(ReasonCode.TargetInUse, (Reason.Target, target.Name)));
        }
        catch (OperationCanceledException)
        {
            return new(target.Name, null, null, target.Source, TargetStatus.Unavailable, Reason.Of(ReasonCode.NoReplyWithin, (Reason.Target, target.Name), ("seconds", Patience.TotalSeconds)));
        }
    }

    // While a job runs, the job alone may use its targets, and what is known of the others is good enough.
    private bool MayAsk(ITarget target, bool isKnown) => jobs.Current is not { } running || (!isKnown && !running.Targets.Contains(target.Name));
}

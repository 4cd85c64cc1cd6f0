using System.Collections.Concurrent;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web;

/// <summary>
/// The targets as the pages and the queue see them. What was said of them is kept for some seconds: every page names the
/// target, every key typed into the form wants its memory, and none should wait for a server that does not answer. A
/// configured server that a job runs on is not asked at all: its answers would be work beside the job's.
/// </summary>
public sealed class TargetBoard(TargetCatalogue catalogue, JobLedger ledger, TimeProvider clock)
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
                // On the pool: some begin with work, such as the start of a command, that whoever does not wait should not do.
                _last = Task.Run(AskAllAsync);
            }

            return _last;
        }
    }

    /// <summary>The one that a new run takes unless told otherwise; null when there is none at all.</summary>
    public async Task<TargetDescription?> UsualAsync() => TargetCatalogue.Usual(await DescribeAsync());

    /// <summary>
    /// The usual one for the head of a page, which is not worth waiting for: as it was said at the last look, where that is no
    /// more than some minutes ago, while all are asked anew.
    /// </summary>
    public async Task<TargetDescription?> LastSeenAsync()
    {
        var asked = DescribeAsync();
        return TargetCatalogue.Usual(await (asked.IsCompleted ? asked : _before ?? asked));
    }

    /// <summary>Every name, the usual one first.</summary>
    public async Task<IReadOnlyList<string>> NamesAsync() => TargetCatalogue.UsualFirst(await DescribeAsync());

    /// <summary>The memory that a job could fill, as it was some seconds ago; of a configured server that a job runs on, as it was before. Not known where nobody answers in time.</summary>
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

        if (await IsInUseAsync(target, ct))
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
            // A target that does not answer has no room to tell; the job itself says so when it starts.
            return default;
        }
    }

    private async Task<IReadOnlyList<TargetDescription>> AskAllAsync() => await Task.WhenAll(catalogue.Targets.Select(AskAsync));

    private async Task<TargetDescription> AskAsync(ITarget target)
    {
        using var patience = new CancellationTokenSource(Patience, clock);
        try
        {
            return _known.TryGetValue(target.Name, out var known) && await IsInUseAsync(target, patience.Token)
                ? known
                : _known[target.Name] = await target.DescribeAsync(patience.Token).WaitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            return new(target.Name, null, null, target.Source, TargetStatus.Unavailable, Reason.Of(ReasonCode.NoReplyWithin, (Reason.Target, target.Name), ("seconds", Patience.TotalSeconds)));
        }
    }

    private async Task<bool> IsInUseAsync(ITarget target, CancellationToken ct) =>
        target.Source == TargetSource.Configured
        && (await ledger.ListAsync(new(State: JobState.Running), ct)).Jobs.Any(job => job.Document.Request.Targets.Contains(target.Name));
}

using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>The clock of the times in the ledger. Several nodes compare their clocks with that of the database, because their own ones
/// differ; a single process uses its own.</summary>
public sealed class LedgerClock(NodeLedger nodes, TimeProvider time)
{
    private long _offset;
    private volatile bool _isCompared;

    /// <summary>The current time.</summary>
    public DateTimeOffset GetUtcNow() => time.GetUtcNow() + TimeSpan.FromTicks(Interlocked.Read(ref _offset));

    /// <summary>How far the clock of another node may be ahead of that of this machine; zero for a single process.</summary>
    public TimeSpan MaximumDifference => _isCompared ? TimeSpan.FromDays(1) : TimeSpan.Zero;

    /// <summary>Compares the clock of this machine with that of the database.</summary>
    /// <exception cref="RedisPerf.Ledger.Storage.LedgerException">The database does not answer.</exception>
    internal async Task CompareAsync(CancellationToken ct)
    {
        var before = time.GetUtcNow();
        var now = await nodes.ReadClockAsync(ct);
        Interlocked.Exchange(ref _offset, (now - before - ((time.GetUtcNow() - before) / 2)).Ticks);
        _isCompared = true;
    }
}

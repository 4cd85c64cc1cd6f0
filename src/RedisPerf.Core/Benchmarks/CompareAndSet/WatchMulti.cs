using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>A transaction with a condition: the client watches the key, reads it again, and sends MULTI, SET and EXEC if it is unchanged.</summary>
public sealed class WatchMulti(CompareAndSetWorkload workload, int writers) : CompetingWriters(Info, workload, writers)
{
    private int _changed;

    public static StrategyInfo Info { get; } = new("watch-multi", "WATCH and MULTI/EXEC",
        "A transaction with the condition that the key has the value that was read: WATCH, GET, MULTI, SET, EXEC.", typeof(WatchMulti))
    {
        UseIt = CompareAndSetSnippets.WatchMulti,
    };

    protected override Traffic Traffic => CompareAndSetTraffic.OfTransactions(Workload, Attempts, _changed, Connections);

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        _changed = 0;
        return base.SetupAsync(context, ct);
    }

    protected override async Task<bool> TryWriteAsync(IDatabase database, RedisKey key, RedisValue value, RedisValue next)
    {
        var transaction = database.CreateTransaction();
#pragma warning disable SER301 // The strategy for servers without SET IFEQ.
        var condition = transaction.AddCondition(Condition.StringEqual(key, value));
#pragma warning restore SER301
        _ = transaction.StringSetAsync(key, next);
        var isWritten = await transaction.ExecuteAsync();
        if (!isWritten && !condition.WasSatisfied)
        {
            Interlocked.Increment(ref _changed);
        }

        return isWritten;
    }
}

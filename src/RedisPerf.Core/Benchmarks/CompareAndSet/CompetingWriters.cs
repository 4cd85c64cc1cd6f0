using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>A writer for each connection. It reads a value and writes the next version; after a conflict it reads the value again.</summary>
public abstract class CompetingWriters(StrategyInfo strategy, CompareAndSetWorkload workload, int writers)
    : CompareAndSetCase(strategy, workload, writers)
{
    public override Task ExecuteAsync(CaseContext context, CancellationToken ct) =>
        Task.WhenAll(context.Connections.Select(connection => Task.Run(() => WriteAsync(connection.GetDatabase(), ct), ct)));

    private async Task WriteAsync(IDatabase database, CancellationToken ct)
    {
        while (TryTakeNext(out var key))
        {
            var start = Stopwatch.GetTimestamp();
            RedisValue value;
            do
            {
                ct.ThrowIfCancellationRequested();
                CountAttempt();
                value = await database.StringGetAsync(key);
            }
            while (!await TryWriteAsync(database, key, value, Workload.Next(value)));
            Record(start);
        }
    }

    /// <summary>Writes the next value if the key still has the value that was read.</summary>
    /// <returns>False after a conflict.</returns>
    protected abstract Task<bool> TryWriteAsync(IDatabase database, RedisKey key, RedisValue value, RedisValue next);
}

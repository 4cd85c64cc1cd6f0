using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>A fixed number of callers share the connections. Each sends its next command after the reply to the previous one, always over
/// the same connection.</summary>
public abstract class SharedConnections(StrategyInfo strategy, ConnectionsWorkload workload, int connections)
    : ConnectionsCase(strategy, workload, connections)
{
    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var databases = context.Connections.Select(connection => connection.GetDatabase()).ToArray();
        await Task.WhenAll(
            Enumerable.Range(0, Workload.Options.CommandsInFlight).Select(caller => CallAsync(databases[caller % databases.Length], ct)));
    }

    private async Task CallAsync(IDatabase database, CancellationToken ct)
    {
        while (TryTakeNext(out var operation))
        {
            ct.ThrowIfCancellationRequested();
            var (key, start) = (Workload.Values.Keys[operation.Key], Stopwatch.GetTimestamp());
            if (IsRead(operation))
            {
                var value = await database.StringGetAsync(key);
                Record(start);
                Check(operation.Key, value);
            }
            else
            {
                await database.StringSetAsync(key, Workload.Values.Written(operation.Key));
                Record(start);
            }
        }
    }
}

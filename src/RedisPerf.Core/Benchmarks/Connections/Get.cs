using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>Each operation is a GET of a loaded key, whose value is checked.</summary>
public sealed class Get(ConnectionsWorkload workload, int connections) : SharedConnections(Info, workload, connections)
{
    public static StrategyInfo Info { get; } = new("get", "GET", "Each operation is a GET of a loaded key, whose value is checked.", typeof(Get))
    {
        UseIt = ConnectionsSnippets.Get,
    };

    protected override bool IsRead(PlannedOperation operation) => true;
}

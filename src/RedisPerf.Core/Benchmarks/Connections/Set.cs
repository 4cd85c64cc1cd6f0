using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>Each operation is a SET of a loaded key.</summary>
public sealed class Set(ConnectionsWorkload workload, int connections) : SharedConnections(Info, workload, connections)
{
    public static StrategyInfo Info { get; } = new("set", "SET", "Each operation is a SET of a loaded key.", typeof(Set))
    {
        UseIt = ConnectionsSnippets.Set,
    };

    protected override bool IsRead(PlannedOperation operation) => false;
}

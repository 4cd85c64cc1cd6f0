using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>Each operation is a GET or a SET of a loaded key, in the share of the options.</summary>
public sealed class Mixed(ConnectionsWorkload workload, int connections) : SharedConnections(Info, workload, connections)
{
    public static StrategyInfo Info { get; } = new(
        "mixed", "GET and SET", "Each operation is a GET or a SET of a loaded key, in the share of the options.", typeof(Mixed))
    {
        UseIt = ConnectionsSnippets.Mixed,
    };

    protected override bool IsRead(PlannedOperation operation) => operation.IsRead;
}

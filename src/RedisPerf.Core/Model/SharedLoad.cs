namespace RedisPerf.Core.Model;

/// <summary>How several nodes measured a run together. Its time is from the first start to the last end of a node.</summary>
/// <param name="Nodes">The share of each node. The first node executes the job.</param>
/// <param name="StartSkew">Seconds between the first and the last start of a node; of several slices, the longest.</param>
/// <param name="ClockError">Seconds by which the comparison of the clocks may be wrong: half of the round trip to the ledger.</param>
/// <param name="Speedup">Throughput of all nodes divided by that of the first node alone, which measured its share of the first slice
/// immediately before; null when that time is not known, or when one of the two was disturbed.</param>
public sealed record SharedLoad(IReadOnlyList<NodeShare> Nodes, double StartSkew, double ClockError, double? Speedup)
{
    /// <summary>With at least this share of the ideal throughput, the clients and not the server limit the run.</summary>
    public const double ClientsLimit = 0.8;
}

/// <summary>The share of a node in a run.</summary>
/// <param name="Node">The name of the node.</param>
/// <param name="Seconds">Its own time; the sum over the slices.</param>
/// <param name="CpuSeconds">CPU time of its worker.</param>
public sealed record NodeShare(string Node, double Seconds, double? CpuSeconds);

/// <summary>A node that measured a job together with others.</summary>
/// <param name="Name">The name of the node.</param>
/// <param name="Machine">The name of its machine.</param>
/// <param name="Cores">The logical processors of its machine.</param>
public sealed record LoadNode(string Name, string Machine, int Cores);

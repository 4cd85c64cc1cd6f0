using RedisPerf.Core.Running.Workers;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>The nodes that measure a job together.</summary>
/// <param name="Name">The name of this node, which executes the job.</param>
/// <param name="Others">The names of the other nodes and the connections to them, in the order of their shares.</param>
/// <param name="Clock">The clock that all nodes read.</param>
public sealed record JobNodes(string Name, IReadOnlyList<(string Node, IWorkerLink Link)> Others, ISharedClock Clock);

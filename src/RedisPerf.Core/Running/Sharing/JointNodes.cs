namespace RedisPerf.Core.Running.Sharing;

/// <summary>The nodes that measure a job together.</summary>
/// <param name="Name">The name of this node, which executes the job.</param>
/// <param name="Links">The other nodes, in the order of their shares.</param>
/// <param name="Clock">The clock of the common start.</param>
public sealed record JointNodes(string Name, IReadOnlyList<IAssistantLink> Links, ISharedClock Clock);

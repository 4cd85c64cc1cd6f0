namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The share of a node in the work of a run.</summary>
/// <param name="Index">The 0-based number of the node.</param>
/// <param name="Nodes">Number of nodes.</param>
public readonly record struct WorkShare(int Index, int Nodes)
{
    /// <summary>One node measures alone.</summary>
    public static WorkShare Whole { get; } = new(0, 1);

    public bool IsWhole => Nodes == 1;

    /// <summary>The shares of several nodes; empty for one.</summary>
    public static IEnumerable<WorkShare> Of(int nodes) => nodes == 1 ? [] : Enumerable.Range(0, nodes).Select(index => new WorkShare(index, nodes));

    /// <summary>The part of a number that belongs to the node. The first nodes have one more when the division has a remainder.</summary>
    public int PartOf(int count) => (count + Nodes - 1 - Index) / Nodes;

    /// <summary>The parts of the nodes before this one.</summary>
    public int FirstOf(int count) => (Index * (count / Nodes)) + Math.Min(Index, count % Nodes);

    /// <summary>The prefix of the keys that only this node writes.</summary>
    /// <param name="keyPrefix">The prefix of all keys of the job.</param>
    public string PrefixOf(string keyPrefix) => IsWhole ? keyPrefix : $"{keyPrefix}{Index}:";

    /// <summary>A seed that differs between the nodes.</summary>
    /// <param name="seed">The seed of the job.</param>
    public int SeedOf(int seed) => seed ^ (Index << 24);
}

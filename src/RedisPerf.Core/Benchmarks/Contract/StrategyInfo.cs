namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>What a strategy says of itself.</summary>
/// <param name="Name">The word for it everywhere: <c>multi-exec</c>.</param>
/// <param name="Title">For a heading: <c>MULTI/EXEC</c>.</param>
/// <param name="Summary">One sentence.</param>
/// <param name="Implementation">The class whose source file a page shows.</param>
public sealed record StrategyInfo(string Name, string Title, string Summary, Type Implementation)
{
    /// <summary>A faithful port of an article's own code, its faults kept.</summary>
    public bool AsPublished { get; init; }

    /// <summary>Taken when a request names no strategies.</summary>
    public bool IsDefault { get; init; } = true;

    /// <summary>The floor that the others are measured against: part of every job, never a contender.</summary>
    public bool IsYardstick { get; init; }

    /// <summary>
    /// What a target must be able to do for it: a word of <see cref="Targets.Engines.Capability"/> or a command's name in
    /// lower case. Where it is tried in vain, the strategy is unsupported there and not run.
    /// </summary>
    public IReadOnlyList<string> Needs { get; init; } = [];

    /// <summary>The case class that executes it, when the implementation is not a <see cref="Case"/> itself.</summary>
    public Type? Executor { get; init; }

    /// <summary>C# that contains the strategy's <c>ExecuteAsync</c> and compiles in a project that references the library RedisPerf.Core.</summary>
    public string Source => StrategySource.Of(this);
}

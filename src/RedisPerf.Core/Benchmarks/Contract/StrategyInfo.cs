using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The description of a strategy.</summary>
/// <param name="Name">The name in the API, the CLI and reports: <c>multi-exec</c>.</param>
/// <param name="Title">For a heading: <c>MULTI/EXEC</c>.</param>
/// <param name="Summary">One sentence.</param>
/// <param name="Implementation">The class whose source file a page shows.</param>
public sealed record StrategyInfo(string Name, string Title, string Summary, Type Implementation)
{
    /// <summary>An exact port of an article's code, including its defects.</summary>
    public bool AsPublished { get; init; }

    /// <summary>What the strategy does, as an infinitive, when the strategies of its benchmark do different work: <c>set values</c>. Only
    /// strategies with the same work are compared and ranked. Null: all do the same work.</summary>
    public string? Work { get; init; }

    /// <summary>Selected when a request names no strategies.</summary>
    public bool IsDefault { get; init; } = true;

    /// <summary>The floor: part of every job and never compared as a strategy.</summary>
    public bool IsFloor { get; init; }

    /// <summary>A floor that measures the machine alone: no lower bound, and not drawn among the strategies.</summary>
    public bool IsReference => Implementation == typeof(MachineReference);

    /// <summary>Required capabilities of the target: a name of <see cref="Targets.Engines.Capability"/> or a command name in lower case. On
    /// a target without one of them the strategy is unsupported and does not run.</summary>
    public IReadOnlyList<string> Needs { get; init; } = [];

    /// <summary>Options of the benchmark that do not affect it. Most are declared at the option: <c>AffectsAttribute</c>.</summary>
    public IReadOnlyList<string> IgnoredOptions { get; init; } = [];

    /// <summary>The plug-in that contains it; null for a strategy of RedisPerf.</summary>
    public string? Plugin { get; init; }

    /// <summary>The case class that executes it, when the implementation is not a <see cref="Case"/> itself.</summary>
    public Type? Executor { get; init; }

    /// <summary>The strategy in a few statements for a reader's own program; null for the floor, for the code of an article, and for a
    /// strategy that only creates a load.</summary>
    public Snippet? UseIt { get; init; }

    /// <summary>The description of a strategy of a plug-in.</summary>
    /// <param name="implementation">The case class that measures it.</param>
    public static StrategyInfo Of(PluginStrategy strategy, Type implementation) =>
        new(strategy.Name, strategy.Title, strategy.Summary, implementation)
        {
            Needs = strategy.Needs,
            IsFloor = strategy.IsFloor,
            Plugin = StrategyName.PluginOf(strategy.Name),
        };

    /// <summary>C# that contains the strategy's <c>ExecuteAsync</c> and compiles in a project that references the library RedisPerf.Core.</summary>
    public string Source => StrategySource.Of(this);
}

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

    /// <summary>Selected when a request names no strategies.</summary>
    public bool IsDefault { get; init; } = true;

    /// <summary>The floor: part of every job and never compared as a strategy.</summary>
    public bool IsFloor { get; init; }

    /// <summary>
    /// Required capabilities of the target: a name of <see cref="Targets.Engines.Capability"/> or a command name in lower
    /// case. On a target without one of them the strategy is unsupported and does not run.
    /// </summary>
    public IReadOnlyList<string> Needs { get; init; } = [];

    // Sources are embedded by their path below the folder of this namespace.
    private static readonly string Root = $"{typeof(Catalogue).Namespace}.";

    /// <summary>The source file of the strategy, as compiled.</summary>
    public string Source
    {
        get
        {
            var name = $"source/{Implementation.FullName![Root.Length..].Replace('.', '/')}.cs";
            using var stream = Implementation.Assembly.GetManifestResourceStream(name)
                ?? throw new InvalidOperationException($"The source of strategy {Name} is not in the assembly: {name} is missing; the file must have the name of the class.");
            using var reader = new StreamReader(stream);
            return reader.ReadToEnd();
        }
    }
}

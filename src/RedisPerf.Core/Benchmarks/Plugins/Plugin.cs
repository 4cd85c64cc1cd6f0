namespace RedisPerf.Core.Benchmarks.Plugins;

/// <summary>An assembly with strategies of a user. Only the command line and the configuration name its file.</summary>
/// <param name="Name">The name of the assembly in lower case, which is the first part of the names of its strategies.</param>
/// <param name="Path">The path of the file on this machine. Never shown.</param>
/// <param name="Sha256">The hash of the file in lower-case hexadecimal digits.</param>
/// <param name="Strategies">Its strategies.</param>
public sealed record Plugin(string Name, string Path, string Sha256, IReadOnlyList<PluginStrategy> Strategies)
{
    /// <inheritdoc/>
    public override string ToString() => Name;
}

/// <summary>A strategy of a plug-in.</summary>
/// <param name="Benchmark">The name of its benchmark.</param>
/// <param name="Name">The full name: <c>my/writer</c>.</param>
/// <param name="Needs">See <see cref="Contract.StrategyInfo.Needs"/>.</param>
public sealed record PluginStrategy(string Benchmark, string Name, string Title, string Summary, IReadOnlyList<string> Needs)
{
    /// <summary>Creates an object of its class; null outside the worker that loaded the file.</summary>
    internal Func<object>? Create { get; init; }
}

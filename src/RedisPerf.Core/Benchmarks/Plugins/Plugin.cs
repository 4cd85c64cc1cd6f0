using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Plugins;

/// <summary>An assembly with strategies of a user. Only the command line and the configuration name its file.</summary>
/// <param name="Name">The title of the assembly in lower case, which is the first part of the names of its strategies.</param>
/// <param name="Path">The path of the file on this machine. Never shown.</param>
/// <param name="Sha256">The hash of the file in lower-case hexadecimal digits.</param>
/// <param name="Strategies">Its strategies.</param>
public sealed record Plugin(string Name, string Path, string Sha256, IReadOnlyList<PluginStrategy> Strategies)
{
    /// <inheritdoc cref="PluginBuild.Version"/>
    public string? Version { get; init; }

    /// <inheritdoc/>
    public override string ToString() => Name;
}

/// <summary>A strategy of a plug-in.</summary>
/// <param name="Benchmark">The name of its benchmark.</param>
/// <param name="Name">The full name: <c>my/writer</c>.</param>
/// <param name="Needs">See <see cref="StrategyInfo.Needs"/>.</param>
public sealed record PluginStrategy(string Benchmark, string Name, string Title, string Summary, IReadOnlyList<string> Needs)
{
    /// <summary>See <see cref="StrategyInfo.Work"/>; null for that of the benchmark.</summary>
    public string? Work { get; init; }

    /// <summary>See <see cref="StrategyInfo.IsFloor"/>.</summary>
    public bool IsFloor { get; init; }

    /// <summary>The options that it uses, of its benchmark or its own.</summary>
    public IReadOnlyList<PluginOption> Options { get; init; } = [];

    /// <summary>Creates an object of its class with one value for each option; null outside the worker that loaded the file.</summary>
    internal Func<OptionSet, object>? Create { get; init; }

    /// <summary>Creates an object for a combination of the options of a job.</summary>
    internal T CreateAt<T>(JobRequest request, Coordinates at) => (T)Create!(((OptionSet)request.Options).At(at));
}

/// <summary>Finds the strategies of plug-ins.</summary>
internal static class PluginStrategies
{
    /// <summary>The strategy of a plug-in with this description; null for one of RedisPerf.</summary>
    public static PluginStrategy? Find(this IReadOnlyList<PluginStrategy> strategies, StrategyInfo info) =>
        strategies.FirstOrDefault(strategy => strategy.Name == info.Name);
}

/// <summary>An option that a strategy of a plug-in uses.</summary>
/// <param name="Name">camelCase.</param>
/// <param name="Label">Null for an option of the benchmark, which declares the rest too.</param>
/// <param name="Type">The type of its value.</param>
/// <param name="Default">The value of a new object, in JSON.</param>
/// <param name="Minimum">Inclusive; null when unbounded.</param>
/// <param name="Maximum">Inclusive; null when unbounded.</param>
/// <param name="Unit">Null for a plain count.</param>
/// <param name="Choices">The words of an enum; otherwise null.</param>
public sealed record PluginOption(
    string Name, string? Label, OptionType Type, JsonElement Default, double? Minimum, double? Maximum, string? Unit, IReadOnlyList<string>? Choices)
{
    /// <summary>The declaration of an option that the benchmark does not have.</summary>
    internal OptionInfo ToInfo() => new(
        Name, Label ?? Name, Type, ValueOf(Type, Default), Minimum, Maximum, Unit, Choices, IsAdvanced: false)
    { CanVary = Type != OptionType.Text };

    private static object ValueOf(OptionType type, JsonElement value) => type switch
    {
        OptionType.Integer => value.GetInt64(),
        OptionType.Number => value.GetDouble(),
        OptionType.Boolean => value.GetBoolean(),
        _ => value.GetString() ?? "",
    };
}

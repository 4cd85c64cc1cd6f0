using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>A predefined set of options: <c>Quick look</c>, <c>As in the article</c>, <c>Close call</c>. Other options keep their defaults.</summary>
/// <param name="Name">Unique within the benchmark, for addresses.</param>
/// <param name="Title">The label of its button.</param>
/// <param name="Runs">The number of timed rounds.</param>
/// <param name="Options">The values that differ from the defaults, by the options' names.</param>
public sealed record Preset(string Name, string Title, int Runs, IReadOnlyDictionary<string, JsonElement> Options)
{
    /// <summary>The name of the preset with the sizes of the benchmark's article.</summary>
    public const string AsInTheArticle = "as-in-the-article";

    /// <summary>The name of the preset that takes a few seconds.</summary>
    public const string QuickLook = "quick-look";

    /// <summary>The strategies that it compares; empty to keep those of the form.</summary>
    public IReadOnlyList<string> Strategies { get; init; } = [];

    /// <summary>The strategy that the others are compared with; null for that of the benchmark.</summary>
    public string? Baseline { get; init; }

    /// <summary>The settings that started servers have, each with its values.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Server { get; init; } = new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>Whether it has more than values of options.</summary>
    public bool IsQuestion => Strategies.Count > 0 || Server.Count > 0;

    /// <summary>Whether it distinguishes strategies whose times are close.</summary>
    public bool IsPrecise { get; init; }

    /// <param name="name">Unique within the benchmark.</param>
    /// <param name="title">The label of its button.</param>
    /// <param name="runs">The number of timed rounds.</param>
    /// <param name="options">The benchmark's options. Default values are not part of the preset.</param>
    /// <param name="varied">The options that the preset varies, with their values.</param>
    public static Preset Create<T>(string name, string title, int runs, T options, params IEnumerable<(string Option, double[] Values)> varied)
        where T : notnull, new()
    {
        var defaults = JsonSerializer.SerializeToElement(new T(), ModelJson.Options);
        var values = JsonSerializer.SerializeToElement(options, ModelJson.Options).EnumerateObject()
            .Where(option => !JsonElement.DeepEquals(option.Value, defaults.GetProperty(option.Name)))
            .ToDictionary(option => option.Name, option => option.Value);
        foreach (var (option, several) in varied)
        {
            values[option] = JsonSerializer.SerializeToElement(several);
        }

        return new(name, title, runs, values);
    }
}

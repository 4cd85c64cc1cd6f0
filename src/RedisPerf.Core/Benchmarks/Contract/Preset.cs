
namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>A predefined set of options: <c>Quick look</c>, <c>As in the article</c>, <c>Close call</c>. Other options keep their defaults.</summary>
public sealed record Preset(string Name, string Title, int Runs, IReadOnlyDictionary<string, object> Options)
{
    /// <summary>The name of the preset with the sizes of the benchmark's article.</summary>
    public const string AsInTheArticle = "as-in-the-article";
}


namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>A ready-made choice of options: <c>Quick look</c>, <c>As in the article</c>, <c>Close call</c>. What it does not name keeps its default.</summary>
public sealed record Preset(string Name, string Title, int Runs, IReadOnlyDictionary<string, object> Options)
{
    /// <summary>The name of the preset that has the sizes of a benchmark's article.</summary>
    public const string AsInTheArticle = "as-in-the-article";
}

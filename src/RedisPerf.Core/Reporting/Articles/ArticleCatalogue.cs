using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>All articles whose results are compared with ours. A new article is one file and one line here.</summary>
public static class ArticleCatalogue
{
    public static IReadOnlyList<Reference> All { get; } =
    [
        InsertArticle.Reference,
        MgetArticle.Reference,
        OnlineUsersArticle.Reference,
        PipeliningArticle.Reference,
        ListPushArticle.Reference,
    ];

    /// <summary>The article of a benchmark; null when there is no article.</summary>
    public static Reference? Find(string? benchmark) => All.FirstOrDefault(reference => reference.Benchmark == benchmark);

    /// <summary>The published lines for the charts of a job.</summary>
    public static IEnumerable<ReferenceLine> Lines(JobDocument document) => Find(document.Benchmark)?.Lines(document) ?? [];
}

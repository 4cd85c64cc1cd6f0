using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;

namespace RedisPerf.Web.Pages.Articles;

/// <summary>An article with the results of this machine for the same question.</summary>
/// <param name="Article">The published results.</param>
/// <param name="Benchmark">The benchmark with the same question.</param>
/// <param name="Newest">The newest completed job of it; null before the first.</param>
/// <param name="Proofs">What a job here measured of a correction, with that job, by the correction.</param>
public sealed record ArticleView(
    PublishedArticle Article,
    BenchmarkInfo Benchmark,
    JobDocument? Newest,
    IReadOnlyDictionary<Correction, (string Sentence, Guid Job)> Proofs)
{
    public string Headline => Newest is null ? "" : Core.Reporting.Findings.Headline.Of(Newest, Benchmark);
}

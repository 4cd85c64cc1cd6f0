using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.References;

namespace RedisPerf.Core.Reports;

/// <summary>What is drawn beside the curves of a swept job: told by the server alone, to every chart alike.</summary>
/// <param name="Lines">Dashed: a model's, published figures.</param>
public sealed record Curve(IReadOnlyList<ReferenceLine> Lines)
{
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when there is no such benchmark any more.</param>
    /// <returns>Null where nothing is swept.</returns>
    public static Curve? Of(JobDocument document, BenchmarkInfo? info) =>
        info?.Sweep is null ? null : new([.. info.Lines?.Invoke(document) ?? [], .. ArticleCatalogue.Lines(document)]);
}

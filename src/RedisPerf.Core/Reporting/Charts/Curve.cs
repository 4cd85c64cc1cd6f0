using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>What is drawn beside the curves of a swept job: told by the server alone, to every chart alike.</summary>
/// <param name="Lines">Dotted: a model's, published figures.</param>
/// <param name="Knees">Of the strategies whose cost has doubled somewhere; none where the benchmark has no use for them.</param>
public sealed record Curve(IReadOnlyList<ReferenceLine> Lines, IReadOnlyList<KneePoint> Knees)
{
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when there is no such benchmark any more.</param>
    /// <returns>Null where nothing is swept.</returns>
    public static Curve? Of(JobDocument document, BenchmarkInfo? info) =>
        info?.Sweep is not { } sweep ? null : new([.. info.Lines?.Invoke(document) ?? [], .. ArticleCatalogue.Lines(document)], sweep.HasKnee ? KneesOf(document) : []);

    private static KneePoint[] KneesOf(JobDocument document) =>
    [
        .. from @case in document.Cases
           where @case is { Point: > 0, Summary: not null }
           group (@case.Point!.Value, @case.Summary!.Median) by (@case.Strategy, @case.Target) into curve
           let knee = Knee.Of(curve)
           where knee is not null
           select new KneePoint(curve.Key.Strategy, curve.Key.Target, knee.Value),
    ];
}

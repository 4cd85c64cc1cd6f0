using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>Additional elements in the charts of a swept job. The server computes them once for all charts.</summary>
/// <param name="Lines">Dotted lines: models and published results.</param>
/// <param name="Knees">Points at which the cost of a strategy has doubled; empty when the benchmark does not use them.</param>
public sealed record Curve(IReadOnlyList<ReferenceLine> Lines, IReadOnlyList<KneePoint> Knees)
{
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <returns>Null when the job has no sweep.</returns>
    public static Curve? Of(JobDocument document, BenchmarkInfo? info) =>
        info?.Sweep is not { } sweep ? null : new([.. info.Lines?.Invoke(document) ?? [], .. info.Article?.Lines(document) ?? []], sweep.HasKnee ? KneesOf(document) : []);

    private static KneePoint[] KneesOf(JobDocument document) =>
    [
        .. from @case in document.Cases
           where @case is { Point: > 0, Summary: not null }
           group (@case.Point!.Value, @case.Summary!.Median) by (@case.Strategy, @case.Place) into curve
           let knee = Knee.Of(curve)
           where knee is not null
           select new KneePoint(curve.Key.Strategy, curve.Key.Place.Target, knee.Value, curve.Key.Place.Client),
    ];
}

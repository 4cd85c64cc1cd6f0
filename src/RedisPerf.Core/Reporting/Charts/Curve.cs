using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>Additional elements in the charts of a swept job. The server computes them once for all charts.</summary>
/// <param name="Lines">Dotted lines: models and published results.</param>
/// <param name="Marks">The marked points of the strategies; empty when the benchmark does not mark points.</param>
public sealed record Curve(IReadOnlyList<ReferenceLine> Lines, IReadOnlyList<MarkedPoint> Marks)
{
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <returns>Null when the job has no sweep.</returns>
    public static Curve? Of(JobDocument document, BenchmarkInfo? info) =>
        info?.Sweep is not { } sweep ? null : new([.. info.Lines?.Invoke(document)
            ?? [], .. info.Article?.Lines(document) ?? []], [.. sweep.Marks.SelectMany(mark => MarksOf(document, mark, info))]);

    /// <summary>The points of all curves with this mark. Cases that were given up are not a part of a curve.</summary>
    internal static MarkedPoint[] MarksOf(JobDocument document, SweepMark mark, BenchmarkInfo info) =>
    [
        .. from @case in CaseStatistics.NotGivenUp(document.Cases)
           group @case by (@case.Strategy, @case.Place) into curve
           let point = mark.Find(curve, BenchmarkInfo.RuleOf(document.Request, info))
           where point is not null
           select new MarkedPoint(curve.Key.Strategy, curve.Key.Place.Target, point.Value, curve.Key.Place.Client,
               string.Format(CultureInfo.InvariantCulture, mark.Label, MarkedPoint.Text(point.Value))),
    ];
}

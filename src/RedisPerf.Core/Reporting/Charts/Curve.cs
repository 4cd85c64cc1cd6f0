using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>Additional elements in the charts of a job with a curve. The server computes them once for all charts.</summary>
/// <param name="Lines">Dotted lines: models and published results.</param>
/// <param name="Marks">The marked points of the strategies; empty when the benchmark does not mark points.</param>
public sealed record Curve(IReadOnlyList<ReferenceLine> Lines, IReadOnlyList<MarkedPoint> Marks)
{
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <returns>Null when the job has no curve.</returns>
    public static Curve? Of(JobDocument document, BenchmarkInfo? info) =>
        info is null || document.Request.Curve is not { } curve ? null
        : curve.Name != info.MainAxis ? new([], [])
        : new([.. info.Lines?.Invoke(document) ?? [], .. info.Article?.Lines(document) ?? []],
            [.. info.Marks.SelectMany(mark => MarksOf(document, mark, info))]);

    /// <summary>The points of all curves with this mark. Cases that were given up are not a part of a curve.</summary>
    internal static MarkedPoint[] MarksOf(JobDocument document, CurveMark mark, BenchmarkInfo info) =>
    [
        .. from curve in BenchmarkSummaries.CurvesOf(CaseStatistics.NotGivenUp(document.Cases), document.Request)
           let rule = BenchmarkInfo.RuleOf(document.Request, info)
           let point = mark.Find(curve, rule)
           where point is not null
           select new MarkedPoint(curve[0].Case.Strategy, document.Request.PanelOf(curve[0].Case.At), point.Value,
               string.Format(CultureInfo.InvariantCulture, mark.Label, CoordinatesText.Number(point.Value)))
           { Range = mark.Range(curve, rule) },
    ];
}

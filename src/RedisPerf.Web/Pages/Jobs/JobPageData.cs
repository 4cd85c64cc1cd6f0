using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>The input of job.js: the part of the job that its charts draw. The rows of the tables are part of the page, and the events of a
/// running job update them.</summary>
public static class JobPageData
{
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="charts">The charts along an axis; null without one.</param>
    public static string Write(JobDocument job, BenchmarkInfo? info, ChartPanels? charts, IReadOnlyList<StrategyStyle> looks) =>
        JsonSerializer.Serialize(new
        {
            Document = ChartDocument.Of(job, info),
            Strategies = looks,
            Axis = charts is null ? null : new
            {
                charts.Axis.Name,
                charts.Axis.Label,
                charts.Axis.Unit,
                charts.Axis.IsNumeric,
                charts.Panels,
                Values = charts.Axis.Texts.Select(value => CoordinatesText.Value(charts.Axis, value)),
                Keys = charts.Axis.Values,
            },
            info?.TimePer,
            info?.TimeLabel,
            Figures = (info?.Columns ?? []).Where(figure => !figure.IsRepetition)
                .Select(figure => new { figure.Name, figure.Label, figure.IsTime, figure.Scale }),
            Curve = Curve.Of(job, info),
            // The cases of an unknown benchmark may not fit on one scale.
            IsKnown = info is not null,
        }, DocumentJson.Options);
}

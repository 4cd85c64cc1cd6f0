using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>The cases of a job with formatted values, fastest first and the floor last, for all reports: the columns of the page's table that have values.</summary>
public sealed record SummaryTable(IReadOnlyList<SummaryColumn> Columns, IReadOnlyList<SummaryRow> Rows)
{
    /// <summary>The table of a job, finished or not.</summary>
    /// <param name="document">The job.</param>
    /// <param name="info">Its benchmark, which names the floor and the baseline; null when the benchmark no longer exists.</param>
    public static SummaryTable Of(JobDocument document, BenchmarkInfo? info)
    {
        var leaders = JobRanking.Leaders(document, info);
        var table = new CaseTable(document.Request, info, document.Cases);
        var cases = Ranking.Sort(document.Cases, document.Request.Targets, info?.Floor).ToArray();
        Column[] columns = [.. All(table, info).Where(column => column.IsAlwaysShown || cases.Any(@case => column.Cell(@case) is not ("" or NumberFormat.None)))];
        return new(
            [.. columns.Select(column => new SummaryColumn(column.Header, column.IsNumber))],
            [.. cases.Select(@case => new SummaryRow(@case, @case.Strategy == info?.Floor, leaders.Contains(@case), [.. columns.Select(column => column.Cell(@case))]))]);
    }

    private static IEnumerable<Column> All(CaseTable table, BenchmarkInfo? info)
    {
        yield return new("strategy", false, @case => @case.Strategy == info?.Floor ? $"{@case.Strategy} (reference)" : @case.Strategy) { IsAlwaysShown = true };
        if (table.HasSeveralTargets)
        {
            yield return new("target", false, @case => @case.Target);
        }

        yield return new(info?.Sweep?.Label ?? "point", true, @case => @case.Point is null ? NumberFormat.None : NumberFormat.Whole(@case.Point));
        foreach (var column in table.Columns)
        {
            yield return new($"{column.Header}{(column.Unit is null ? "" : column.Name == "against" ? $" ({column.Unit})" : $" {column.Unit}")}", column.Style is null or "hero", Cell(column)) { IsAlwaysShown = column.Name is "median" or "verified" };
        }

        foreach (var figure in (info?.Columns ?? []).Where(figure => figure.IsExceptional))
        {
            yield return new(figure.Label, true, @case => figure.In(@case.Summary) is { } value ? NumberFormat.Figure(figure, value) : NumberFormat.None);
        }

        yield return new("disturbed", false, @case => Disturbed(CaseStatistics.Disturbed(@case)));
    }

    private static Func<CaseResult, string> Cell(TableColumn<CaseResult> column) =>
        column.Name == "verified" ? @case => @case.Unsupported is null ? column.Cell(@case).Text : "not supported" : @case => column.Cell(@case).Text;

    private static string Disturbed(IReadOnlyList<Run> runs) => runs.Count(run => run.LeftOut) switch
    {
        _ when runs.Count == 0 => "",
        0 => $"{runs.Count}",
        var leftOut => $"{runs.Count}, {leftOut} excluded",
    };

    private sealed record Column(string Header, bool IsNumber, Func<CaseResult, string> Cell)
    {
        public bool IsAlwaysShown { get; init; }
    }
}

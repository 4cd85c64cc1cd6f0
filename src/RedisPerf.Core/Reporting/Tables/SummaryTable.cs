using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>The cases of a job with formatted values, fastest first and the floor last, for all reports: the columns of the page's
/// table that have values.</summary>
public sealed record SummaryTable(IReadOnlyList<SummaryColumn> Columns, IReadOnlyList<SummaryRow> Rows)
{
    /// <summary>The table of a job, finished or not.</summary>
    /// <param name="info">Its benchmark, which names the floor and the baseline; null when the benchmark no longer exists.</param>
    /// <param name="cost">The cost of storage, for a column; null for no such column.</param>
    public static SummaryTable Of(JobDocument document, BenchmarkInfo? info, StorageCost? cost = null)
    {
        var leaders = JobRanking.Leaders(document, info);
        var table = new CaseTable(document.Request, info, document.Cases, cost);
        var cases = Ranking.Sort(document.Cases, document.Request, info?.Floor).ToArray();
        Column[] columns = [.. All(table, info).Where(column => column.IsAlwaysShown || cases.Any(@case => !column.Cell(@case).IsEmpty))];
        return new(
            [.. columns.Select(column => column.Head)],
            [.. cases.Select(@case =>
                new SummaryRow(@case, @case.Strategy == info?.Floor, leaders.Contains(@case), [.. columns.Select(column => column.Cell(@case))]))]);
    }

    /// <summary>The names of the columns that a user can choose for a job's table.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IReadOnlyList<string> ChoosableNames(JobRequest request, BenchmarkInfo? info) =>
        [.. All(new(request, info, []), info).Select(column => column.Head).Where(head => head.Priority != ColumnPriority.Essential)
            .Select(head => head.Name)];

    private static IEnumerable<Column> All(CaseTable table, BenchmarkInfo? info)
    {
        yield return new(new("strategy", false) { Name = "strategy" },
            @case => new(@case.Strategy == info?.LowerBound ? $"{@case.Strategy} (reference)"
                : @case.Strategy == info?.Floor ? $"{@case.Strategy} (machine)" : @case.Strategy))
        { IsAlwaysShown = true };
        foreach (var axis in table.Axes)
        {
            yield return new(new(axis.Header, axis.Style is null) { Name = axis.Name }, axis.Cell);
        }

        foreach (var column in table.Columns)
        {
            var note = column.Note is null ? "" : $" ({column.Note})";
            var unit = column.Unit is null ? "" : $" {column.Unit}";
            yield return new(new($"{column.Header}{unit}{note}", column.Style is null or "hero")
            {
                Name = column.Name,
                Priority = column.IsAlwaysShown
                ? ColumnPriority.Essential
                : !column.IsDefault ? ColumnPriority.Extra
                : column.IsSecondary ? ColumnPriority.Secondary
                : ColumnPriority.Default
            }, column.Cell)
            { IsAlwaysShown = column.IsAlwaysShown };
        }

        foreach (var figure in (info?.Columns ?? []).Where(figure => figure.IsExceptional))
        {
            yield return new(new(figure.Label, true) { Name = figure.Name, Priority = ColumnPriority.Default },
                @case => figure.In(@case.Summary) is { } value ? new(NumberFormat.Figure(figure, value)) : TableCell.None);
        }

        yield return new(
            new("disturbed", false) { Name = "disturbed", Priority = ColumnPriority.Extra }, @case => Disturbed(CaseStatistics.Disturbed(@case)));
    }

    private static TableCell Disturbed(IReadOnlyList<Run> runs)
    {
        if (runs.Count == 0)
        {
            return new("") { IsEmpty = true };
        }

        var (excluded, scaled) = (runs.Count(run => run.IsFullyExcludedByUser), runs.Count(run => run.IsPartlyExcludedByUser));
        return new($"{runs.Count}{(excluded == 0 ? "" : $", {excluded} excluded")}{(scaled == 0 ? "" : $", {scaled} scaled")}", Mark: "disturbed");
    }

    private sealed record Column(SummaryColumn Head, Func<CaseResult, TableCell> Cell)
    {
        public bool IsAlwaysShown { get; init; }
    }
}

using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>How the page of an ended job shows its summary table. It is part of the address, and changes nothing in the record of the job.</summary>
public sealed record SummaryView
{
    private const string All = "all";

    /// <summary>The strategy that the others are compared with; null for that of the job.</summary>
    [FromQuery(Name = "against")]
    public string? Against { get; init; }

    /// <summary>The name of the column that the rows are sorted by, with a minus sign for the largest first; null for the rank.</summary>
    [FromQuery(Name = "sort")]
    public string? Order { get; init; }

    /// <summary><c>all</c> for all columns.</summary>
    [FromQuery(Name = "columns")]
    public string? ColumnChoice { get; init; }

    /// <summary>The price of 1 GB of memory for a month, as a number; null for no cost.</summary>
    [FromQuery(Name = "price")]
    public string? Price { get; init; }

    /// <summary>The name of the axis along which results are drawn and compared; null for the default of the job.</summary>
    [FromQuery(Name = "along")]
    public string? Along { get; init; }

    /// <summary>The values of axes to which the page is limited, as in the address: <c>at.payloadBytes</c> and <c>1024</c>.</summary>
    [BindNever]
    public IReadOnlyList<KeyValuePair<string, string>> At { get; init; } = [];

    /// <summary>The reader's own point in the maps, as in the address: <c>point.payloadBytes</c> and <c>4 KB</c>.</summary>
    [BindNever]
    public IReadOnlyList<KeyValuePair<string, string>> Point { get; init; } = [];

    /// <summary>The fields of an address that have a value and whose names begin with a prefix.</summary>
    public static IReadOnlyList<KeyValuePair<string, string>> WithPrefix(IQueryCollection query, string prefix) =>
    [
        .. from field in query
           where field.Key.StartsWith(prefix, StringComparison.Ordinal)
           let value = field.Value.FirstOrDefault(value => !string.IsNullOrWhiteSpace(value))
           where value is not null
           select KeyValuePair.Create(field.Key, value),
    ];

    /// <summary>The cost of the stored data by that price; null without a valid price.</summary>
    public StorageCost? Cost => Price is null ? null : StorageCost.Read(Price);

    /// <summary>Whether the price is invalid.</summary>
    public bool IsPriceWrong => !string.IsNullOrWhiteSpace(Price) && Cost is null;

    /// <summary>Whether all columns are shown.</summary>
    public bool HasAllColumns => ColumnChoice == All;

    /// <summary>The query of a report with the baseline and the cost of this view.</summary>
    public string ReportQuery(JobDocument job) =>
        new SummaryView
        {
            Against = IsAgainstAnother(job) ? Against : null,
            Along = IsAlongAnother(job) ? Along : null,
            Price = Cost is null ? null : Price,
        }.Query([]);

    /// <summary>The address of this view with a change, from the job's page on.</summary>
    /// <param name="change">Changes a copy of the view.</param>
    public string Address(Func<SummaryView, SummaryView> change)
    {
        // Without a question mark, an empty query would keep that of the page.
        var query = change(this).Query([]);
        return $"{(query.Length > 0 ? query : "?")}#summary";
    }

    /// <summary>The query of this view with more fields.</summary>
    public string Query(IEnumerable<(string Name, string? Value)> others) =>
        $"{new QueryBuilder(Fields.Concat(others.Select(other => KeyValuePair.Create(other.Name, other.Value ?? ""))))}";

    /// <summary>The fields that are set, as in the address.</summary>
    public IEnumerable<KeyValuePair<string, string>> Fields => new (string Name, string? Value)[]
    {
        ("against", Against), ("sort", Order), ("columns", ColumnChoice), ("price", Price), ("along", Along),
    }.Where(each => !string.IsNullOrEmpty(each.Value)).Select(each => KeyValuePair.Create(each.Name, each.Value!)).Concat(At).Concat(Point);

    /// <summary>The fields that the choice of an axis and its values does not replace.</summary>
    public IEnumerable<KeyValuePair<string, string>> FieldsWithoutAxes => (this with { Along = null, At = [] }).Fields;

    /// <summary>The job with the ratios to the baseline of this view, along its axis. A job that has not ended keeps its own baseline, which its
    /// events have.</summary>
    public JobDocument Of(JobDocument job, BenchmarkInfo? info)
    {
        var along = IsAlongAnother(job) ? job with { Request = job.Request with { Along = Along } } : job;
        return IsAgainstAnother(job) ? BenchmarkSummaries.Against(along, info, Against!) : along;
    }

    /// <summary>The query of another page of the job along the axis of this view.</summary>
    public string AlongQuery => new SummaryView { Along = Along }.Query([]);

    /// <summary>The columns of the table. After the end, a column without a value is not shown.</summary>
    public IReadOnlyList<TableColumn<CaseResult>> ColumnsOf(CaseTable table, JobDocument job) =>
    [
        .. table.Columns.Where(column => HasAllColumns || (column.IsDefault
            && (column.IsAlwaysShown || job.State is JobState.Queued or JobState.Running || job.Cases.Any(@case => !column.Cell(@case).IsEmpty)))),
    ];

    /// <summary>The rows in the order of this view: by rank within each panel and point, or by a column, the cases without a value last.</summary>
    public IEnumerable<CaseResult> Sort(IEnumerable<CaseResult> cases, CaseTable table, JobDocument job, BenchmarkInfo? info)
    {
        var ranked = Ranking.Sort([.. cases], job.Request, info?.Floor);
        if (table.Axes.Concat(table.Columns).FirstOrDefault(column => column.Name == Order?.TrimStart('-')) is not { Order: { } value })
        {
            return ranked;
        }

        var ordered = ranked.OrderBy(@case => value(@case) is null);
        return IsDescending ? ordered.ThenByDescending(value) : ordered.ThenBy(value);
    }

    /// <summary>How the rows are sorted by a column, for <c>aria-sort</c>; null when they are not.</summary>
    public string? SortedBy(string column) => Order?.TrimStart('-') != column ? null : IsDescending ? "descending" : "ascending";

    /// <summary>The view after a click on a column's header: smallest first, then largest first, then by rank.</summary>
    public SummaryView SortedNextBy(string column) => this with
    {
        Order = SortedBy(column) switch { null => column, "ascending" => $"-{column}", _ => null },
    };

    /// <summary>The view with all columns, or with the default ones.</summary>
    public SummaryView WithOtherColumns() => this with { ColumnChoice = HasAllColumns ? null : All };

    private bool IsAgainstAnother(JobDocument job) =>
        Against is not null && job.State is not (JobState.Queued or JobState.Running) && job.Request.Strategies.Contains(Against);

    private bool IsAlongAnother(JobDocument job) => job.Request.Axes.Any(axis => axis.Name == Along);

    private bool IsDescending => Order?.StartsWith('-') == true;
}

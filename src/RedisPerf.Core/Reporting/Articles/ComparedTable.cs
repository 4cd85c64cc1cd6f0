using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>A published table and the results of a job.</summary>
/// <param name="Columns">The columns for which we have results, with their indexes in the table.</param>
/// <param name="Rows">In the table's order, at the job's points: one row per case that does the same work, or one row without a case.</param>
public sealed record ComparedTable(PublishedTable Table, IReadOnlyList<(int Index, PublishedColumn Column)> Columns, IReadOnlyList<ComparedRow> Rows)
{
    public bool IsLong => Rows.Count > PublishedTable.MaxRowsUnfolded;

    /// <summary>Compares a job with a table; null when the job's sizes differ or it has no case of the table.</summary>
    public static ComparedTable? Of(PublishedTable table, JobDocument document) =>
        table.Difference(document) is null ? OfAnySize(table, document) : null;

    /// <summary>Compares a job of any size with a table; null when it has no case of the table. Only the ratios between the rows are
    /// comparable then.</summary>
    public static ComparedTable? OfAnySize(PublishedTable table, JobDocument document)
    {
        if (!table.HasOurs)
        {
            return null;
        }

        (int Index, PublishedColumn Column)[] columns = [.. table.Columns.Index().Where(column => column.Item.Ours is not null)];
        var measured = document.Cases.Where(@case => @case.Summary is not null).ToArray();
        ComparedRow[] rows =
        [
            .. table.Rows.Where(row => measured.Any(@case => Measured.PointOf(@case.At, document) == row.Point))
                .SelectMany(row => Matching(row, table, measured, document) is { Length: > 0 } cases
                    ? cases.Select(@case => Compare(row, @case, columns))
                    : [Compare(row, null, columns)]),
        ];
        return rows.Any(row => row.Case is not null)
            ? new(table, columns, [.. rows.Select(row => WithShares(row, rows, table, columns[0].Index))])
            : null;
    }

    private static CaseResult[] Matching(PublishedRow row, PublishedTable table, CaseResult[] cases, JobDocument document) =>
    [
        .. from strategy in row.Strategies
           from @case in cases
           where @case.Strategy == strategy && Measured.PointOf(@case.At, document) == row.Point
               && IsEngineOf(row, table, EngineOf(@case.Target, document))
           select @case,
    ];

    // An engine that the article did not measure is compared with its first row of the strategy, which is for Redis.
    private static bool IsEngineOf(PublishedRow row, PublishedTable table, string? engine) =>
        row.Engine is null
        || row.Engine == engine
        || (table.Rows.All(other => other.Engine != engine) && table.Rows.First(other => other.Label == row.Label).Engine == row.Engine);

    private static string? EngineOf(string target, JobDocument document) =>
        document.Environment?.Targets.FirstOrDefault(known => known.Name == target)?.Engine;

    private static ComparedRow Compare(PublishedRow row, CaseResult? @case, (int Index, PublishedColumn Column)[] columns) =>
        new(row, @case, [.. columns.Select(column => @case?.Summary is { } summary ? column.Column.Ours!(summary) : null)], null, null);

    // Times from two machines are not comparable; the ratios between the rows of each machine are.
    private static ComparedRow WithShares(ComparedRow row, ComparedRow[] rows, PublishedTable table, int primary) => row with
    {
        PublishedShare = (double?)(row.Published.Values[primary]
            / table.Rows.FirstOrDefault(other => other.Engine == row.Published.Engine && table.IsBaseline(other, row.Published))?.Values[primary]),
        OurShare = row.Ours[0] / rows.FirstOrDefault(other => other.Case is not null && other.Case.Target == row.Case?.Target
            && other.Case.Client == row.Case?.Client && table.IsBaseline(other.Published, row.Published))?.Ours[0],
    };
}

/// <summary>A published row and the case of a job that does the same work.</summary>
/// <param name="Published">The article's row.</param>
/// <param name="Case">The job's case for the same work; null when the job has none.</param>
/// <param name="Ours">The results of the case, one per compared column, in the unit of the column.</param>
/// <param name="PublishedShare">The article's first compared value relative to that of its reference row
/// (<see cref="PublishedTable.ComparedWith"/>) on the same engine.</param>
/// <param name="OurShare">The same ratio of our values, on the same target with the same client; the first case when several do the same
/// work.</param>
public sealed record ComparedRow(PublishedRow Published, CaseResult? Case, IReadOnlyList<double?> Ours, double? PublishedShare, double? OurShare);

using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>A published table and a job's own figures.</summary>
/// <param name="Table">The published one.</param>
/// <param name="Columns">Those of its columns that we have figures for, with their place among all.</param>
/// <param name="Rows">In the table's order, at the points that the job has; a row once for each case that does the same work, and once without where none does.</param>
public sealed record ComparedTable(PublishedTable Table, IReadOnlyList<(int Index, PublishedColumn Column)> Columns, IReadOnlyList<ComparedRow> Rows)
{
    public bool IsLong => Rows.Count > PublishedTable.MostRowsUnfolded;

    /// <summary>Compares a job's figures with a table; null where the job's sizes differ or it has no case of the table.</summary>
    public static ComparedTable? Of(PublishedTable table, JobDocument document)
    {
        if (!table.HasOurs || table.Difference(document) is not null)
        {
            return null;
        }

        (int Index, PublishedColumn Column)[] columns = [.. table.Columns.Index().Where(column => column.Item.Ours is not null)];
        var measured = document.Cases.Where(@case => @case.Summary is not null).ToArray();
        ComparedRow[] rows =
        [
            .. table.Rows.Where(row => measured.Any(@case => @case.Point == row.Point)).SelectMany(row => Matching(row, table, measured, document) is { Length: > 0 } cases
                ? cases.Select(@case => Beside(row, @case, columns))
                : [Beside(row, null, columns)]),
        ];
        return rows.Any(row => row.Case is not null) ? new(table, columns, [.. rows.Select(row => WithShares(row, rows, table, columns[0].Index))]) : null;
    }

    private static CaseResult[] Matching(PublishedRow row, PublishedTable table, CaseResult[] cases, JobDocument document) =>
    [
        .. from strategy in row.Strategies
           from @case in cases
           where @case.Strategy == strategy && @case.Point == row.Point && IsEngineOf(row, table, EngineOf(@case.Target, document))
           select @case,
    ];

    // An engine that the article did not measure is compared with its first row for the strategy, which is of Redis.
    private static bool IsEngineOf(PublishedRow row, PublishedTable table, string? engine) =>
        row.Engine is null
        || row.Engine == engine
        || (table.Rows.All(other => other.Engine != engine) && table.Rows.First(other => other.Label == row.Label).Engine == row.Engine);

    private static string? EngineOf(string target, JobDocument document) =>
        document.Environment?.Targets.FirstOrDefault(known => known.Name == target)?.Engine;

    private static ComparedRow Beside(PublishedRow row, CaseResult? @case, (int Index, PublishedColumn Column)[] columns) =>
        new(row, @case, [.. columns.Select(column => @case?.Summary is { } summary ? column.Column.Ours!(summary) : null)], null, null);

    // Times of two machines cannot be compared; the ratios between the rows of each machine can.
    private static ComparedRow WithShares(ComparedRow row, ComparedRow[] rows, PublishedTable table, int primary) => row with
    {
        PublishedShare = (double?)(row.Published.Values[primary] / table.Rows.FirstOrDefault(other => other.Engine == row.Published.Engine && table.IsBaseline(other, row.Published))?.Values[primary]),
        OurShare = row.Ours[0] / rows.FirstOrDefault(other => other.Case is not null && other.Case.Target == row.Case?.Target && table.IsBaseline(other.Published, row.Published))?.Ours[0],
    };
}

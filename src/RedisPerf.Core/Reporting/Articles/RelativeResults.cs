using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>The results of an article and those of a job, each divided by its own fastest result: the machines differ, so only these ratios
/// are comparable.</summary>
/// <param name="Title">The compared quantity.</param>
/// <param name="Rows">In the order of the article; at least two.</param>
public sealed record RelativeResults(string Title, IReadOnlyList<RelativeResult> Rows)
{
    /// <summary>A chart with more rows would be longer than a screen.</summary>
    private const int MaxRows = 10;

    /// <summary>From the first table with two rows in common; null without one.</summary>
    public static RelativeResults? Of(PublishedArticle article, JobDocument document) =>
        article.Tables.Select(table => Of(table, document)).FirstOrDefault(results => results is not null);

    private static RelativeResults? Of(PublishedTable table, JobDocument document)
    {
        if (ComparedTable.OfAnySize(table, document) is not { } compared)
        {
            return null;
        }

        var index = compared.Columns[0].Index;
        // One engine, and of several strategies for the same work the first one.
        var known = compared.Rows.Where(row => row is { Case: not null, Ours: [> 0, ..] } && row.Published.Values[index] > 0)
            .DistinctBy(row => (row.Published.Label, row.Published.Point)).ToArray();
        // The largest point with a choice between strategies; without a choice, the points themselves are compared.
        var rows = known.GroupBy(row => row.Published.Point).Where(point => point.Count() > 1).MaxBy(point => point.Key)?.ToArray() ?? known;
        if (rows.Length < 2)
        {
            return null;
        }

        rows = rows.Length <= MaxRows ? rows : [.. rows.Where((_, place) => place % ((rows.Length + MaxRows - 1) / MaxRows) == 0)];
        var (theirs, ours) = (rows.Min(row => row.Published.Values[index]!.Value), rows.Min(row => row.Ours[0]!.Value));
        return new(
            table.Title,
            [.. rows.Select(row => new RelativeResult(
                row.Published.Label + (row.Published.Point is { } point ? $" at {NumberFormat.Whole(point)}" : ""),
                row.Case!.Strategy,
                (double)(row.Published.Values[index]!.Value / theirs),
                row.Ours[0]!.Value / ours))]);
    }
}

/// <param name="Label">The row of the article.</param>
/// <param name="Strategy">The strategy of the job that does the same work.</param>
/// <param name="Theirs">The published value divided by the lowest one of the article.</param>
/// <param name="Ours">The measured value divided by the lowest one of the job.</param>
public sealed record RelativeResult(string Label, string Strategy, double Theirs, double Ours);

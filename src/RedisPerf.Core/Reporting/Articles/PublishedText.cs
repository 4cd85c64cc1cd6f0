using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>The published results on a page or in a report, for one job.</summary>
public static class PublishedText
{
    /// <summary>The sentence that proves a correction by a job; null when the job does not.</summary>
    public static string? ProofBy(this Correction correction, JobDocument document) =>
        correction.Proof?.Invoke(document)?.ToString(ProofFormat.Instance);

    /// <summary>The results of an article as lines for the charts of a job; empty when the job has other sizes or the article has no sweep.</summary>
    public static IEnumerable<ReferenceLine> Lines(this PublishedArticle article, JobDocument document) =>
        from table in article.Tables
        where table.Difference(document) is null
        from line in table.Lines(document.Request)
        select line;

    /// <summary>A sentence with the reason why a job cannot be compared with the table; null when it can.</summary>
    public static string? Difference(this PublishedTable table, JobDocument document)
    {
        if (LinkOptions.Of(document.Request) is not null)
        {
            return "This job ran over a simulated link, so its results are not compared with those of the article.";
        }

        if (document.Request.Payload is { } payload)
        {
            return $"This job measured the payload {payload.Name}, so its results are not compared with those of the article.";
        }

        var options = document.Request.Options;
        var others = table.Sizes.Where(size => !IsSame(options.GetValueOrDefault(size.Key), size.Value)).ToArray();
        return others.Length == 0 ? null
            : $"The article's results are for {string.Join(", ", others.Select(size => $"{size.Key} {Text(size.Value)}"))}; "
                + $"this job has {string.Join(", ", others.Select(size => $"{size.Key} {Text(options.GetValueOrDefault(size.Key))}"))}, "
                + "so its results are not compared with them.";
    }

    /// <summary>A line for each label with points, from the first column that is a time.</summary>
    internal static IEnumerable<ReferenceLine> Lines(this PublishedTable table, JobRequest request)
    {
        var (index, column) = table.Columns.Index().FirstOrDefault(column => column.Item.SecondsPerUnit is not null);
        return column is null ? [] :
            from row in table.Rows
            where row.Point is not null && row.Values[index] is not null && row.Strategies.Any(request.Strategies.Contains)
            group row by (row.Label, row.Engine) into rows
            let name = rows.Key.Engine is null ? rows.Key.Label : $"{rows.Key.Label} on {rows.Key.Engine}"
            select new ReferenceLine(
                $"published-{name}",
                $"published: {name}",
                [.. rows.OrderBy(row => row.Point)
                    .Select(row => new ReferencePoint(row.Point!.Value, (double)row.Values[index]!.Value * column.SecondsPerUnit!.Value))])
            {
                Strategy = rows.First().Strategies.First(request.Strategies.Contains),
            };
    }

    private static bool IsSame(JsonElement actual, object requested) => requested switch
    {
        // A job of an earlier version does not have an option that was added later, empty by default.
        "" when actual.ValueKind == JsonValueKind.Undefined => true,
        string text => actual.ValueKind == JsonValueKind.String && actual.GetString() == text,
        bool flag => actual.ValueKind == (flag ? JsonValueKind.True : JsonValueKind.False),
        _ => actual.ValueKind == JsonValueKind.Number && actual.GetDouble() == Convert.ToDouble(requested, CultureInfo.InvariantCulture),
    };

    private static string Text(object value) => value switch
    {
        JsonElement { ValueKind: JsonValueKind.Undefined } => "none",
        JsonElement { ValueKind: JsonValueKind.Number } number when number.TryGetInt64(out var whole) => NumberFormat.Whole(whole),
        JsonElement { ValueKind: JsonValueKind.Array } values => string.Join(" and ", values.EnumerateArray().Select(each => Text(each))),
        int number => NumberFormat.Whole(number),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "none",
    };
}

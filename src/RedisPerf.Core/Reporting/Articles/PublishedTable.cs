using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>A table of an article, with the original digits.</summary>
/// <param name="Title">Its title, in our words.</param>
/// <param name="Columns">Rows are compared by the first column.</param>
/// <param name="Rows">Each row is compared with the first row's label at the same point, or with <see cref="FirstRow"/>.</param>
public sealed record PublishedTable(string Title, IReadOnlyList<PublishedColumn> Columns, IReadOnlyList<PublishedRow> Rows)
{
    /// <summary>A table with more rows is collapsed, so that the text after it stays on the screen.</summary>
    public const int MostRowsUnfolded = 12;

    /// <summary>The options, with their values, that a job must have to be compared with the table.</summary>
    public IReadOnlyDictionary<string, object> Sizes { get; init; } = new Dictionary<string, object>();

    /// <summary>Name of the first row when all rows are compared with it: <c>1 key</c>; null when rows are compared at the same point.</summary>
    public string? FirstRow { get; init; }

    public bool IsLong => Rows.Count > MostRowsUnfolded;

    /// <summary>Name of the reference row.</summary>
    public string ComparedWith => FirstRow ?? Rows[0].Label;

    /// <summary>Whether any of our results can be compared with the table.</summary>
    public bool HasOurs => Columns.Any(column => column.Ours is not null) && Rows.Any(row => row.Strategies.Count > 0);

    /// <summary>A sentence with the reason why a job cannot be compared with the table; null when it can.</summary>
    public string? Difference(JobDocument document)
    {
        if (JobText.Link(document) is not null)
        {
            return "This job ran over a simulated link, so its results are not compared with those of the article.";
        }

        var options = document.Request.Options;
        var others = Sizes.Where(size => !IsSame(options.GetValueOrDefault(size.Key), size.Value)).ToArray();
        return others.Length == 0 ? null
            : $"The article's results are for {string.Join(", ", others.Select(size => $"{size.Key} {Text(size.Value)}"))}; this job has {string.Join(", ", others.Select(size => $"{size.Key} {Text(options.GetValueOrDefault(size.Key))}"))}, so its results are not compared with them.";
    }

    /// <summary>A line for each label with points, from the first column that is a time.</summary>
    public IEnumerable<ReferenceLine> Lines(JobRequest request)
    {
        var (index, column) = Columns.Index().FirstOrDefault(column => column.Item.SecondsPerUnit is not null);
        return column is null ? [] :
            from row in Rows
            where row.Point is not null && row.Values[index] is not null && row.Strategies.Any(request.Strategies.Contains)
            group row by (row.Label, row.Engine) into rows
            let name = rows.Key.Engine is null ? rows.Key.Label : $"{rows.Key.Label} on {rows.Key.Engine}"
            select new ReferenceLine(
                $"published-{name}",
                $"published: {name}",
                [.. rows.OrderBy(row => row.Point).Select(row => new ReferencePoint(row.Point!.Value, (double)row.Values[index]!.Value * column.SecondsPerUnit!.Value))])
            {
                Strategy = rows.First().Strategies.First(request.Strategies.Contains),
            };
    }

    /// <summary>Whether a row is the reference row of another row on the same engine.</summary>
    internal bool IsBaseline(PublishedRow row, PublishedRow other) => FirstRow is null
        ? row.Label == Rows[0].Label && row.Point == other.Point
        : ReferenceEquals(row, Rows[0]);

    private static bool IsSame(JsonElement actual, object wanted) => wanted switch
    {
        string text => actual.ValueKind == JsonValueKind.String && actual.GetString() == text,
        bool truth => actual.ValueKind == (truth ? JsonValueKind.True : JsonValueKind.False),
        _ => actual.ValueKind == JsonValueKind.Number && actual.GetDouble() == Convert.ToDouble(wanted, CultureInfo.InvariantCulture),
    };

    private static string Text(object value) => value switch
    {
        JsonElement { ValueKind: JsonValueKind.Undefined } => "none",
        JsonElement { ValueKind: JsonValueKind.Number } number when number.TryGetInt64(out var whole) => NumberFormat.Whole(whole),
        int number => NumberFormat.Whole(number),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "none",
    };
}

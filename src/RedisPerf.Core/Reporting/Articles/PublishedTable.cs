using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>A table of an article, its figures digit for digit.</summary>
/// <param name="Title">What it is of, in our words.</param>
/// <param name="Columns">The first is the one that rows are compared by.</param>
/// <param name="Rows">Rows are compared with the row of the first one's label at the same point, or with <see cref="FirstRow"/>.</param>
public sealed record PublishedTable(string Title, IReadOnlyList<PublishedColumn> Columns, IReadOnlyList<PublishedRow> Rows)
{
    /// <summary>A table with more rows is folded behind its title, so that what follows it stays on the screen.</summary>
    public const int MostRowsUnfolded = 12;

    /// <summary>The options, with their values, that a job must have for its figures to be compared with these.</summary>
    public IReadOnlyDictionary<string, object> Sizes { get; init; } = new Dictionary<string, object>();

    /// <summary>What the first row is, where all rows are compared with it: <c>1 key</c>; null where rows are compared at the same point.</summary>
    public string? FirstRow { get; init; }

    public bool IsLong => Rows.Count > MostRowsUnfolded;

    /// <summary>What a row's share is of.</summary>
    public string ComparedWith => FirstRow ?? Rows[0].Label;

    /// <summary>True when our figures can be held against these at all.</summary>
    public bool HasOurs => Columns.Any(column => column.Ours is not null) && Rows.Any(row => row.Strategies.Count > 0);

    /// <summary>Why a job's figures cannot be held against these, in a sentence; null when they can.</summary>
    public string? Difference(JobDocument document)
    {
        if (Facts.Link(document) is not null)
        {
            return "This job ran over a simulated link, so its own figures are not held against the article's.";
        }

        var options = document.Request.Options;
        var others = Sizes.Where(size => !IsSame(options.GetValueOrDefault(size.Key), size.Value)).ToArray();
        return others.Length == 0 ? null
            : $"The article's figures are for {string.Join(", ", others.Select(size => $"{size.Key} {Text(size.Value)}"))}; this job has {string.Join(", ", others.Select(size => $"{size.Key} {Text(options.GetValueOrDefault(size.Key))}"))}, so its own are not held against them.";
    }

    /// <summary>The rows that have a point, a line for each of their labels, by the first column that is a time.</summary>
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

    /// <summary>Whether a row is the one that another row on the same engine is compared with.</summary>
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

using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>The values of axes to which the page of a job is limited: <c>?at.payloadBytes=1024</c>.</summary>
/// <param name="Values">The valid values, by the names of their axes.</param>
/// <param name="Faults">The errors of the others, as sentences. A value of an unknown axis is ignored: an address can be older than the
/// axes of the job.</param>
public sealed record AxisFilter(IReadOnlyDictionary<string, string> Values, IReadOnlyList<string> Faults)
{
    /// <summary>Precedes the name of an axis in an address.</summary>
    public const string Prefix = "at.";

    /// <param name="fields">The fields of an address, with the prefix.</param>
    public static AxisFilter Of(IEnumerable<KeyValuePair<string, string>> fields, JobRequest request)
    {
        var values = new Dictionary<string, string>();
        var faults = new List<string>();
        foreach (var axis in CoordinatesText.Columns(request))
        {
            if (fields.FirstOrDefault(field => field.Key == CaseTable.NameOf(axis)).Value is not { Length: > 0 } text)
            {
                continue;
            }

            if (Find(axis, text) is { } value)
            {
                values[axis.Name] = value;
            }
            else
            {
                faults.Add($"{CaseTable.NameOf(axis)} must be one of {string.Join(", ", axis.Texts)}, not {FieldError.Shorten(text)}.");
            }
        }

        return new(values, faults);
    }

    /// <summary>Whether anything is limited.</summary>
    public bool IsEmpty => Values.Count == 0;

    /// <summary>Whether coordinates have these values. A strategy that an axis does not affect belongs to all values of the axis.</summary>
    public bool Includes(Coordinates at) => Values.All(value => at[value.Key] is null || at[value.Key] == value.Value);

    /// <summary>The limits in words: <c>document size 8 KB · appendfsync always</c>.</summary>
    public string Words(JobRequest request) => string.Join(" · ",
        from axis in CoordinatesText.Columns(request)
        where Values.ContainsKey(axis.Name)
        select $"{axis.Label} {CoordinatesText.Value(axis, Values[axis.Name])}");

    // In the form of the coordinates, as a number in any form, or as it is shown.
    private static string? Find(Axis axis, string text)
    {
        var trimmed = text.Trim();
        return axis.Texts.FirstOrDefault(value => value == trimmed)
            ?? (double.TryParse(trimmed, NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out var number)
                ? axis.Texts.FirstOrDefault(value => value == Coordinates.TextOf(number))
                : axis.Texts.FirstOrDefault(value =>
                    WithoutBlanks(CoordinatesText.Value(axis, value)).Equals(WithoutBlanks(trimmed), StringComparison.OrdinalIgnoreCase)));
    }

    private static string WithoutBlanks(string text) => string.Concat(text.Where(character => !char.IsWhiteSpace(character)));
}

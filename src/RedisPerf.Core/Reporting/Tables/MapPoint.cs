using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A user's own pair of values in a map: <c>?point.payloadBytes=4 KB&amp;point.linkRoundTrip=0.7</c>.</summary>
/// <param name="Values">A number for each axis, by its name.</param>
public sealed record MapPoint(IReadOnlyDictionary<string, double> Values)
{
    /// <summary>Precedes the name of an axis in an address.</summary>
    public const string Prefix = "point.";

    public double this[Axis axis] => Values[axis.Name];

    /// <summary>The field of an axis in an address.</summary>
    public static string FieldOf(Axis axis) => Prefix + axis.Name;

    /// <param name="fields">The fields of an address, with the prefix. Those of other axes are ignored: an address can be older than the axes of
    /// the job.</param>
    /// <param name="axes">The two axes of the map.</param>
    /// <returns>The point, null without one and with an error; and the errors, each with the name of its field.</returns>
    public static (MapPoint? Point, IReadOnlyList<FieldError> Errors) Read(
        IEnumerable<KeyValuePair<string, string>> fields, IReadOnlyList<Axis> axes)
    {
        (Axis Axis, string Text)[] typed =
            [.. axes.Select(axis => (axis, fields.FirstOrDefault(field => field.Key == FieldOf(axis)).Value ?? ""))];
        if (typed.All(each => string.IsNullOrWhiteSpace(each.Text)))
        {
            return (null, []);
        }

        var (values, errors) = (new Dictionary<string, double>(), new List<FieldError>());
        foreach (var (axis, text) in typed)
        {
            if (NumberOf(axis, text) is { } number)
            {
                values[axis.Name] = number;
            }
            else
            {
                var given = string.IsNullOrWhiteSpace(text) ? "a point has both values" : $"not {FieldError.Shorten(text.Trim())}";
                errors.Add(new(FieldOf(axis), $"The {axis.Label} must be a number such as {CoordinatesText.Value(axis, axis.Texts[0])}; {given}."));
            }
        }

        return errors.Count > 0 ? (null, errors) : (new(values), []);
    }

    /// <summary>The place of a value between the measured ones: 0 at the first one, 1 at the second one. Between two values above 0 it is
    /// logarithmic, next to 0 linear.</summary>
    /// <param name="values">Distinct, in ascending order.</param>
    /// <returns>Null outside of the measured values.</returns>
    public static double? PlaceOf(double value, IReadOnlyList<double> values)
    {
        if (!(value >= values[0] && value <= values[^1]))
        {
            return null;
        }

        var below = Math.Min(values.Index().Last(each => each.Item <= value).Index, values.Count - 2);
        var (low, high) = (values[below], values[below + 1]);
        return below + (low > 0 ? Math.Log(value / low) / Math.Log(high / low) : (value - low) / (high - low));
    }

    /// <summary>The answer of the map at the point: <c>Your point: document size 4 KB, added round trip 0.7 ms. At the nearest measured pair,
    /// 8 KB and 1 ms: `lz4` is fastest.</c> Names in backticks.</summary>
    public string SentenceAbout(WinnerMap map)
    {
        (Axis Axis, IReadOnlyList<double> Measured)[] axes = [(map.X, map.Columns), (map.Y, map.Rows)];
        var own = $"Your point: {string.Join(", ", axes.Select(each => $"{each.Axis.Label} {Text(each.Axis, this[each.Axis])}"))}.";
        if (map.Nearest(this) is { } cell)
        {
            return $"{own} At the nearest measured pair of values, "
                + $"{string.Join(" and ", axes.Select(each => CoordinatesText.Value(each.Axis, cell.At[each.Axis.Name]!)))}: {cell.Words}.";
        }

        var outside = axes.Where(each => PlaceOf(this[each.Axis], each.Measured) is null)
            .Select(each => $"{each.Axis.Label} was measured from {Text(each.Axis, each.Measured[0])} to {Text(each.Axis, each.Measured[^1])}");
        return $"{own} It is outside of the measured range: {Headline.List(outside)}.";
    }

    private static string Text(Axis axis, double value) => CoordinatesText.Value(axis, Coordinates.TextOf(value));

    // As it is shown, with the unit, or as the number alone.
    private static double? NumberOf(Axis axis, string text)
    {
        var number = text.Trim();
        if (axis.Unit is { } unit && number.EndsWith(unit, StringComparison.OrdinalIgnoreCase))
        {
            number = number[..^unit.Length].TrimEnd();
        }

        return Quantity.Read(number, axis.Unit) is { } value && double.IsFinite(value) ? value : null;
    }
}

using System.Globalization;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>The unit and the decimals of a table's column or a chart's axis, chosen once for all its values, so that its cells can be
/// compared at a glance.</summary>
/// <param name="Unit">Empty for values that are not times.</param>
/// <param name="Factor">From a stored value to a displayed one: 1,000 for seconds in ms.</param>
/// <param name="Decimals">Null when common decimals would hide the small values: then each has three significant digits.</param>
public sealed record ColumnScale(string Unit, double Factor, int? Decimals)
{
    private const int MaxDecimals = 3;

    /// <summary>From this ratio of the largest to the smallest value on, common decimals would show digits that were not measured.</summary>
    private const double WideRange = 10_000;

    /// <summary>Up to this ratio of the largest to the smallest time, the smallest has three digits too: it may lead by a few percent.</summary>
    private const double ManyTimes = 100;

    /// <summary>A unit is used from this middle value on: 0.65 s, but 120 ms.</summary>
    private const double Min = 0.3;

    private static readonly (string Unit, double Factor)[] Units = [("s", 1), ("ms", 1e3), ("µs", 1e6), ("ns", 1e9)];

    /// <summary>The unit whose size is nearest to the middle of the smallest and the largest time.</summary>
    /// <param name="seconds">The values of the column; null is an empty cell.</param>
    public static ColumnScale OfSeconds(IEnumerable<double?> seconds)
    {
        var (low, high) = Range(seconds);
        var middle = Math.Sqrt(low) * Math.Sqrt(high);
        var (unit, factor) = Array.Find(Units, each => middle * each.Factor >= Min) is { Unit: not null } known ? known : Units[middle > 0 ? ^1 : 0];
        return new(unit, factor, DecimalsOf(low * factor, high * factor, 3, low * ManyTimes > high ? 3 : 2));
    }

    /// <param name="values">The values of the column; null is an empty cell.</param>
    /// <param name="factor">From a stored value to a displayed one.</param>
    /// <param name="digits">Significant digits of the middle value.</param>
    public static ColumnScale OfNumbers(IEnumerable<double?> values, double factor = 1, int digits = 3)
    {
        var (low, high) = Range(values);
        return new("", factor, DecimalsOf(low * factor, high * factor, digits, 2));
    }

    /// <summary>A cell without the unit; a dash for null.</summary>
    public string Text(double? value) => value switch
    {
        null => NumberFormat.None,
        0 => "0",
        { } known when Decimals is { } decimals => (known * Factor).ToString($"F{decimals}", CultureInfo.InvariantCulture),
        { } known => NumberFormat.Significant(known * Factor),
    };

    // The middle value and the smallest one have their significant digits, and all have the same decimals.
    private static int? DecimalsOf(double low, double high, int digits, int lowDigits) =>
        low <= 0 ? digits - 1
        : high / low > WideRange ? null
        : Math.Clamp(Math.Max(DecimalsFor(Math.Sqrt(low) * Math.Sqrt(high), digits), DecimalsFor(low, lowDigits)), 0, MaxDecimals);

    private static int DecimalsFor(double value, int digits) => digits - 1 - (int)Math.Floor(Math.Log10(value));

    private static (double Low, double High) Range(IEnumerable<double?> values)
    {
        var known = values.OfType<double>().Select(Math.Abs).Where(value => value > 0 && double.IsFinite(value)).ToArray();
        return known.Length == 0 ? (0, 0) : (known.Min(), known.Max());
    }
}

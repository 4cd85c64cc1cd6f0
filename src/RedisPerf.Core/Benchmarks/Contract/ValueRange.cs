using System.Globalization;
using System.Text.RegularExpressions;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>A range of numbers as a user types it in a <see cref="ValueList"/>. Its last value is always the end.
/// <list type="bullet">
/// <item><c>1..10,000 × 10</c>, also with <c>x</c> or <c>*</c>: each value is the previous one times the factor.</item>
/// <item><c>1..10 + 1</c> or <c>1..10 by 1</c>: each value is the previous one plus the step.</item>
/// <item><c>1 KB .. 256 KB, 9 steps</c>: this number of values, with the start and the end. The values have equal ratios if the start is
/// above 0 and the end is at least 10 times the start, and equal differences otherwise.</item>
/// </list>
/// The end can have separators of thousands, because a range without a step is invalid. Each number has its own unit. The values of an
/// option with whole numbers are rounded.</summary>
internal static partial class ValueRange
{
    /// <summary>From this ratio of the end to the start, steps are geometric.</summary>
    private const double MinGeometric = 10;

    /// <summary>In steps: a value that is closer to the end is the end, despite the rounding of doubles.</summary>
    private const double Tolerance = 1e-9;

    private const string Number = @"-?(?>[0-9]+)(?:[,' \u00A0\u202F][0-9]{3}(?![0-9]))*(?:\.[0-9]+)?(?:e[+-]?(?>[0-9]+))?"
        + @"(?:[ \u00A0\u202F]?(?:[kmg]i?b?|b|s|min|h)(?![a-wyz]))?";

    /// <summary>The values of a match of <see cref="Pattern"/>, or the error.</summary>
    public static ValueItem Read(OptionInfo option, Match range)
    {
        var (typedStart, typedEnd, typedStep) = (range.Groups["start"].Value, range.Groups["end"].Value, range.Groups["step"].Value);
        if (IsAmbiguous(typedStart) || IsAmbiguous(typedStep))
        {
            return ValueList.Ambiguous(range.Value);
        }

        var (first, last) = (ValueList.ReadOne(option, typedStart), ValueList.ReadOne(option, typedEnd));
        if (first.Error is not null || last.Error is not null)
        {
            return first.Error is null ? last : first;
        }

        var (start, end) = (ToDouble(first.Values[0]), ToDouble(last.Values[0]));
        if (!(start < end) || !double.IsFinite(end - start))
        {
            return Wrong("have a range with a start below its end", range.Value);
        }

        if (range.Groups["factor"] is { Success: true } typedFactor)
        {
            var factor = double.Parse(typedFactor.Value, CultureInfo.InvariantCulture);
            return !(factor > 1) || !double.IsFinite(factor) ? Wrong("have a factor above 1", range.Value)
                : start <= 0 ? Wrong("have a range with a factor only from a start above 0", range.Value)
                : Values(Math.Log(end / start) / Math.Log(factor), index => start * Math.Pow(factor, index));
        }

        if (typedStep.Length > 0)
        {
            return Quantity.Read(typedStep, option.Unit) is not (> 0 and < double.PositiveInfinity and { } step)
                ? Wrong("have a step above 0", range.Value)
                : option.Type == OptionType.Integer && !double.IsInteger(step) ? Wrong("have a step that is a whole number", range.Value)
                : Values((end - start) / step, index => start + (index * step));
        }

        var count = double.Parse(range.Groups["count"].Value, CultureInfo.InvariantCulture);
        return count is < 2 or > ValueList.MaximumCount ? Wrong($"have 2 to {ValueList.MaximumCount} steps", range.Value)
            : start > 0 && end / start >= MinGeometric ? Values(count - 1, index => start * Math.Pow(end / start, index / (count - 1)))
            : Values(count - 1, index => start + ((end - start) * index / (count - 1)));

        ValueItem Values(double intervals, Func<int, double> valueAt)
        {
            intervals = Math.Max(1, Math.Ceiling(intervals - Tolerance));
            if (intervals >= ValueList.MaximumCount)
            {
                return Wrong($"have at most {ValueList.MaximumCount} values in a range", range.Value);
            }

            var between = Enumerable.Range(1, (int)intervals - 1).Select(valueAt);
            return option.Type == OptionType.Integer
                ? new([first.Values[0], .. between.Select(value => (long)Math.Round(value, MidpointRounding.AwayFromZero)), last.Values[0]], null)
                : new([first.Values[0], .. between.Select(WithoutNoise), last.Values[0]], null);
        }
    }

    /// <summary>The error for a text with <c>..</c> that is not a range.</summary>
    public static ValueItem Invalid(string typed) => Wrong("have a range such as 1..1000 × 10, 1..10 + 1 or \"1..1000, 4 steps\"", typed);

    /// <summary>A range with its step, up to the end of the text or a separator.</summary>
    // Without a step, digits after a comma belong to the end. The factor has no separators, so a comma after it is the end of the range.
    [GeneratedRegex(@"\G(?<start>" + Number + @")\s*\.\.\s*(?<end>" + Number + @")\s*(?:[×x*]\s*(?<factor>(?>[0-9]+)(?:\.[0-9]+)?)"
        + @"|(?:\+|by)\s*(?<step>" + Number + @")|,?\s*(?<count>[0-9]+)\s*(?:steps|values))(?=[,\s]|$)",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    public static partial Regex Pattern();

    private static ValueItem Wrong(string valid, string typed) => new([], $"must {valid}, not \"{ValueList.Shorten(typed)}\".");

    // In a list, the first digits of a start and the last digits of a step can be a separate value.
    private static bool IsAmbiguous(string number) =>
        Digits().Match(number).Value is var digits && ValueList.IsGrouped(digits) && !digits.Split(',', ' ').Skip(1).Any(group => group[0] == '0');

    // Without the digits that only result from the rounding of doubles: 0.1 + 2 × 0.1.
    private static double WithoutNoise(double value) =>
        double.Parse(value.ToString("G12", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    private static double ToDouble(object value) => Convert.ToDouble(value, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^-?[0-9]+(?:[, ][0-9]{3}(?![0-9]))*")]
    private static partial Regex Digits();
}

using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>The format of numbers in all output: three significant digits, the unit in the header, invariant culture.</summary>
public static class NumberFormat
{
    /// <summary>From this quotient of the ends of an interval on, common decimals would show digits without a meaning.</summary>
    private const double WideInterval = 30;

    /// <summary>From this quotient of the ends of an interval on, a factor has at most two digits.</summary>
    private const double RoughInterval = 2;

    /// <summary>Below this quotient of the ends of an interval, a factor has three digits.</summary>
    private const double NarrowInterval = 1.1;

    /// <summary>Above this quotient of the ends of an interval, a factor has no meaning.</summary>
    private const double UselessInterval = 10;

    /// <summary>Maximum decimals of a ratio.</summary>
    private const int MaxDecimals = 4;

    /// <summary>Shown instead of an unknown value, never 0.</summary>
    public const string NotReported = "not reported";

    /// <summary>Shown in a cell for a value that does not apply or is not known yet.</summary>
    public const string None = "–";

    /// <summary>Rounds to a number of significant digits: 0.741, 12.3, 1330.</summary>
    public static string Significant(double? value, int digits = 3)
    {
        if (value is not { } number)
        {
            return NotReported;
        }

        if (number == 0 || !double.IsFinite(number))
        {
            return number.ToString("0", CultureInfo.InvariantCulture);
        }

        // Rounded in scientific format, because rounding may carry: 9.996 is 10.0.
        var rounded = double.Parse(number.ToString($"E{digits - 1}", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
        var decimals = Math.Clamp(digits - 1 - (int)Math.Floor(Math.Log10(Math.Abs(rounded))), 0, 15);
        return rounded.ToString($"F{decimals}", CultureInfo.InvariantCulture);
    }

    /// <summary>An estimate with two significant digits: 1,300.</summary>
    public static double Rounded(double number) =>
        double.Parse(number.ToString("G2", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    /// <summary>For a sentence: <c>0.741 s</c>, <c>86.3 ms</c>, <c>46.7 µs</c>. A column uses a <see cref="ColumnScale"/> instead.</summary>
    public static string SecondsWithUnit(double seconds) => seconds switch
    {
        >= 0.1 or <= 0 => $"{Significant(seconds)} s",
        >= 1e-3 => $"{Significant(seconds * 1e3)} ms",
        >= 1e-6 => $"{Significant(seconds * 1e6)} µs",
        _ => $"{Significant(seconds * 1e9)} ns",
    };

    /// <summary>A benchmark's own figure in a sentence. A time without a scale has a unit.</summary>
    public static string Figure(FigureColumn figure, double value) => figure.IsTime ? SecondsWithUnit(value)
        : figure.IsCount ? Whole((long)Math.Round(value))
        : Significant(value * figure.Scale);

    /// <summary>A fraction as percent, without the sign: 2.4.</summary>
    public static string Percent(double? fraction) => Significant(fraction * 100, 2);

    /// <summary>All digits, grouped: 495,000.</summary>
    public static string Whole(long? number) => number?.ToString("N0", CultureInfo.InvariantCulture) ?? NotReported;

    /// <summary>A number with its noun, which has a regular plural: 1 key, 2,000 keys.</summary>
    public static string Count(long number, string noun) => $"{Whole(number)} {noun}{(number == 1 ? "" : "s")}";

    /// <summary>A figure of an article with all its digits; from 10,000 on, thousands are separated.</summary>
    public static string Published(decimal? value) => value switch
    {
        null => None,
        >= 10_000 when value == decimal.Truncate(value.Value) => value.Value.ToString("N0", CultureInfo.InvariantCulture),
        _ => value.Value.ToString(CultureInfo.InvariantCulture),
    };

    /// <summary>With its unit: 983 MB, 25.3 GB; a kilobyte is 1000 bytes.</summary>
    public static string Bytes(double? bytes) => bytes switch
    {
        null => NotReported,
        var size when Math.Abs(size.Value) < 1e3 => $"{Significant(size)} B",
        var size when Math.Abs(size.Value) < 1e6 => $"{Significant(size / 1e3)} kB",
        var size when Math.Abs(size.Value) < 1e9 => $"{Significant(size / 1e6)} MB",
        var size => $"{Significant(size / 1e9)} GB",
    };

    /// <summary>To the second, in UTC.</summary>
    public static string Time(DateTimeOffset? time) =>
        time?.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss 'UTC'", CultureInfo.InvariantCulture) ?? NotReported;

    /// <summary>Time divided by the baseline's time, its 95% interval and the verdict: <c>0.78× (0.74–0.88) faster</c>, <c>1.47×
    /// (0.77–2.46) unclear</c>, and without an interval <c>0.34× unclear</c>. Below 1 is faster, everywhere.</summary>
    public static string Comparison(Ratio ratio) => $"{Factor(ratio)} {ratio.Verdict.ToWord()}";

    /// <summary>As <see cref="Comparison"/>, without the verdict: <c>0.78× (0.74–0.88)</c>.</summary>
    public static string Factor(Ratio ratio) => Factor(ratio.Value, ratio.Low, ratio.High);

    /// <inheritdoc cref="Factor(Ratio)"/>
    public static string Factor(double value, double? low, double? high)
    {
        double[] factors = low is { } from && high is { } to ? [value, from, to] : [value];
        if (factors.Max() > WideInterval * factors.Min())
        {
            return $"{Significant(value)}× ({Significant(factors[1], 2)}–{Significant(factors[2], 2)})";
        }

        // Two decimals, unless they round a narrow interval to a point, an end of it to 1, or a small ratio to almost nothing.
        var decimals = Math.Clamp(1 - (int)Math.Floor(Math.Log10(factors.Min())), 2, 6);
        var min = decimals;
        while (decimals < MaxDecimals
            && (Texts().Distinct().Count() < factors.Length || factors.Any(factor => factor != 1 && Text(factor) == Text(1))))
        {
            decimals++;
        }

        // An interval without a width has no digits to show.
        decimals = decimals == MaxDecimals && Texts().Distinct().Count() == 1 ? min : decimals;

        // A large ratio has three significant digits.
        decimals = value >= 100 ? 0 : value >= 10 ? Math.Min(decimals, 1) : decimals;
        return factors is [_] ? $"{Text(value)}×" : $"{Text(value)}× ({Text(factors[1])}–{Text(factors[2])})";

        string Text(double factor) => factor.ToString($"F{decimals}", CultureInfo.InvariantCulture);

        IEnumerable<string> Texts() => factors.Select(Text);
    }

    /// <summary>Whether the interval of a ratio is narrow enough for a statement about the factor.</summary>
    public static bool IsFactorKnown(Ratio ratio) => ratio is { Low: { } low and > 0, High: { } high } && high <= UselessInterval * low;

    /// <summary>The baseline's time divided by the time, for people: <c>1.9×</c>. Above 1 is faster.</summary>
    /// <param name="ratio">With an interval, which determines the digits.</param>
    public static string Speed(Ratio ratio) => SpeedTexts(ratio).Value;

    /// <summary>As <see cref="Speed"/>, with its interval: <c>1.9× as fast (1.5–3.0)</c>.</summary>
    /// <param name="ratio">With an interval.</param>
    public static string SpeedWithInterval(Ratio ratio) => SpeedTexts(ratio) is var (value, interval) ? $"{value} as fast ({interval})" : "";

    /// <summary>The interval of <see cref="Speed"/>: <c>1.5–3.0</c>.</summary>
    /// <param name="ratio">With an interval.</param>
    public static string SpeedInterval(Ratio ratio) => SpeedTexts(ratio).Interval;

    private static (string Value, string Interval) SpeedTexts(Ratio ratio)
    {
        double[] factors = [1 / ratio.Value, 1 / ratio.High!.Value, 1 / ratio.Low!.Value];
        var span = factors[2] / factors[1];
        var digits = span < NarrowInterval ? 3 : 2;
        // A factor that is not 1 does not read as 1, unless its interval allows a much larger one.
        while (ratio.Verdict is Verdict.Faster or Verdict.Slower && span < RoughInterval
            && digits < MaxDecimals && factors.Any(factor => factor != 1 && IsOne(Significant(factor, digits))))
        {
            digits++;
        }

        var decimals = factors.Max(factor => Decimals(Significant(factor, digits)));
        return ($"{Text(0)}×", $"{Text(1)}–{Text(2)}");

        // Equal decimals are easier to compare. A factor of 10 has only the digits that its interval supports.
        string Text(int index) => factors.Min() >= 1 && factors.Max() < 10
            ? factors[index].ToString($"F{decimals}", CultureInfo.InvariantCulture)
            : Significant(factors[index], digits);

        static bool IsOne(string text) => text.Trim('0') is "1." or "1";

        static int Decimals(string text) => text.IndexOf('.', StringComparison.Ordinal) is >= 0 and var point ? text.Length - 1 - point : 0;
    }

    /// <summary>All known digits and the unit, for a tooltip; empty when there is no value. A value below 0.001 has up to 15 decimals.</summary>
    public static string Exact(double? value, string unit) =>
        value is { } number
            ? $"{number.ToString(Math.Abs(number) < 0.001 ? "0.###############" : "0.#########", CultureInfo.InvariantCulture)} {unit}".TrimEnd()
            : "";

    /// <summary>A duration without more digits than an estimate has: 4 s, 1 min 20 s, 2 h 5 min.</summary>
    public static string RoughDuration(double seconds) => seconds switch
    {
        < 60 => string.Create(CultureInfo.InvariantCulture, $"{Math.Max(1, Math.Round(seconds)):0} s"),
        < 600 => string.Create(CultureInfo.InvariantCulture, $"{(int)(seconds + 5) / 60} min {(int)(seconds + 5) / 10 % 6 * 10} s"),
        < 3600 => string.Create(CultureInfo.InvariantCulture, $"{Math.Round(seconds / 60):0} min"),
        _ => Duration(seconds),
    };

    /// <summary>A range of durations, rounded outwards to the digits that an estimate has: 6 to 8 min, 40 s to 2 min; about 5 s when its ends
    /// are equal.</summary>
    /// <param name="low">Seconds.</param>
    /// <param name="high">Seconds; at least <paramref name="low"/>.</param>
    public static string RoughRange(double low, double high)
    {
        var (first, last) = (RoughEnd(low, Math.Floor), RoughEnd(high, Math.Ceiling));
        return first == last ? $"about {last.Full}"
            : first.Unit == last.Unit && first.Rest.Length + last.Rest.Length == 0 ? $"{first.Number} to {last.Full}"
            : $"{first.Full} to {last.Full}";
    }

    /// <summary>One duration with the digits of an estimate: 25 s, 1 min 20 s, 7 min.</summary>
    public static string RoughTimeOf(double seconds) => RoughEnd(seconds, Math.Round).Full;

    // In steps of 1 s, 5 s, 10 s, 1 min, 5 min, 10 min, and 1 h.
    private static RoughTime RoughEnd(double seconds, Func<double, double> round)
    {
        var step = seconds switch { < 15 => 1, < 60 => 5, < 180 => 10, < 1200 => 60, < 3600 => 300, < 36_000 => 600, _ => 3600 };
        var whole = (long)Math.Max(1, round(seconds / step) * step);
        return whole switch
        {
            < 60 => new(Whole(whole), "s", ""),
            < 3600 => new(Whole(whole / 60), "min", whole % 60 == 0 ? "" : $"{whole % 60} s"),
            _ => new(Whole(whole / 3600), "h", whole % 3600 == 0 ? "" : $"{whole % 3600 / 60} min"),
        };
    }

    private readonly record struct RoughTime(string Number, string Unit, string Rest)
    {
        public string Full => Rest.Length == 0 ? $"{Number} {Unit}" : $"{Number} {Unit} {Rest}";
    }

    /// <summary>A duration for a sentence: 60.0 µs, 0.741 s, 3 min 20 s.</summary>
    public static string Duration(double? seconds) => seconds switch
    {
        null => None,
        < 99.5 => SecondsWithUnit(seconds.Value),
        < 3600 => string.Create(CultureInfo.InvariantCulture, $"{(int)seconds.Value / 60} min {(int)seconds.Value % 60} s"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{(int)seconds.Value / 3600} h {(int)seconds.Value / 60 % 60} min"),
    };
}

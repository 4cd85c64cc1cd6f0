using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>The format of numbers in all output: three significant digits, the unit in the header, invariant culture.</summary>
public static class NumberFormat
{
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

    /// <summary>For a column of seconds: 0.741. A time below a millisecond has its own unit: <c>46.7 µs</c>, <c>12.0 ns</c>.</summary>
    public static string Seconds(double? seconds) => IsShort(seconds) ? Short(seconds!.Value) : Significant(seconds);

    /// <summary>For a sentence: <c>0.741 s</c>, <c>46.7 µs</c>.</summary>
    public static string SecondsWithUnit(double seconds) => IsShort(seconds) ? Short(seconds) : $"{Significant(seconds)} s";

    /// <summary>The table cell of a benchmark's own figure. A time without a scale has its own unit.</summary>
    public static string Figure(FigureColumn figure, double value) => figure is { Unit: "s", Scale: 1 } ? Seconds(value) : Significant(value * figure.Scale);

    /// <summary>A fraction as percent, without the sign: 2.4.</summary>
    public static string Percent(double? fraction) => Significant(fraction * 100, 2);

    /// <summary>Millions of bytes per second.</summary>
    public static string MegabytesPerSecond(double? bytesPerSecond) => Significant(bytesPerSecond / 1e6);

    /// <summary>All digits, grouped: 495,000.</summary>
    public static string Whole(long? number) => number?.ToString("N0", CultureInfo.InvariantCulture) ?? NotReported;

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

    /// <summary>The comparison with the baseline: <c>1.9× faster (1.8–2.0)</c>, <c>same (0.991–1.01)</c>. Above 1 is faster, except with the verdict slower.</summary>
    public static string Comparison(Ratio ratio)
    {
        var (value, interval) = Factors(ratio, "–");
        var range = interval is null ? "" : $" ({interval})";
        return ratio.Verdict switch
        {
            Verdict.Faster => $"{value}× faster{range}",
            Verdict.Slower => $"{value}× slower{range}",
            Verdict.Same => $"same{range}",
            _ => $"unclear{range}",
        };
    }

    /// <summary>All known digits and the unit, for a tooltip; empty when there is no value. A value below 0.001 has up to 15 decimals.</summary>
    public static string Exact(double? value, string unit) =>
        value is { } number ? $"{number.ToString(Math.Abs(number) < 0.001 ? "0.###############" : "0.#########", CultureInfo.InvariantCulture)} {unit}".TrimEnd() : "";

    /// <summary>A duration for a sentence: 60.0 µs, 0.741 s, 3 min 20 s.</summary>
    public static string Duration(double? seconds) => seconds switch
    {
        null => None,
        < 0.001 => $"{Significant(seconds * 1e6)} µs",
        < 0.1 => $"{Significant(seconds * 1e3)} ms",
        < 99.5 => $"{Significant(seconds)} s",
        < 3600 => string.Create(CultureInfo.InvariantCulture, $"{(int)seconds.Value / 60} min {(int)seconds.Value % 60} s"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{(int)seconds.Value / 3600} h {(int)seconds.Value / 60 % 60} min"),
    };

    private static bool IsShort(double? seconds) => seconds is < 0.001 and > 0;

    private static string Short(double seconds) => seconds < 1e-6 ? $"{Significant(seconds * 1e9)} ns" : $"{Significant(seconds * 1e6)} µs";

    /// <summary>The factor (times as fast; with the verdict slower, as slow) and its interval.</summary>
    internal static (string Value, string? Interval) Factors(Ratio ratio, string separator)
    {
        // The inverse of a ratio of times is a ratio of speeds.
        var factors = ratio.Verdict == Verdict.Slower
            ? new[] { ratio.Value, ratio.Low, ratio.High }
            : [1 / ratio.Value, 1 / ratio.High, 1 / ratio.Low];
        // Two digits distinguish 1.9 from 2.1, but they round 1.04 to 1 and a narrow interval to a point.
        var words = Words(2);
        if (words.Distinct().Count() < words.Length || factors.Any(factor => factor is > 0.85 and < 1.15 or >= 100))
        {
            words = Words(3);
        }

        return (words[0], ratio.Low is null ? null : $"{words[1]}{separator}{words[2]}");

        string[] Words(int digits) => [.. factors.Select(factor => Significant(factor, digits))];
    }
}

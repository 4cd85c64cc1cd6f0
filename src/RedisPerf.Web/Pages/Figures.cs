using System.Globalization;

namespace RedisPerf.Web.Pages;

/// <summary>
/// How figures are written on a page: three significant digits, thousands set apart by a narrow space, the unit left to
/// the header. wwwroot/js/format.js writes the same figures the same way.
/// </summary>
public static class Figures
{
    /// <summary>For a figure that does not apply or is not there yet.</summary>
    public const string None = "–";

    /// <summary>For a figure that the engine does not give.</summary>
    public const string NotReported = "not reported";

    private const string Space = "\u202f";

    private static readonly string[] ByteUnits = ["B", "kB", "MB", "GB", "TB"];

    /// <summary>Three significant digits, and never fewer digits than the whole part has.</summary>
    public static string Number(double? value)
    {
        if (value is not { } number || !double.IsFinite(number))
        {
            return None;
        }

        var magnitude = number == 0 ? 0 : (int)Math.Floor(Math.Log10(Math.Abs(number)));
        var decimals = Math.Clamp(2 - magnitude, 0, 9);
        return Grouped(number.ToString($"F{decimals}", CultureInfo.InvariantCulture));
    }

    /// <summary>A whole number; four digits stand together, five and more in groups.</summary>
    public static string Count(long? value) =>
        value is { } number ? Grouped(number.ToString(CultureInfo.InvariantCulture)) : None;

    /// <summary>Everything that is known of a figure, for the hover.</summary>
    public static string Exact(double? value, string unit) =>
        value is { } number ? $"{number.ToString("0.#########", CultureInfo.InvariantCulture)} {unit}".TrimEnd() : "";

    /// <summary>Decimal units: 983 MB.</summary>
    public static string Bytes(double? bytes)
    {
        if (bytes is not { } value)
        {
            return None;
        }

        var unit = 0;
        while (Math.Abs(value) >= 999.5 && unit < ByteUnits.Length - 1)
        {
            value /= 1000;
            unit++;
        }

        return $"{(unit == 0 ? Count((long)value) : Number(value))} {ByteUnits[unit]}";
    }

    /// <summary>A length of time in words short enough for a sentence: 60 µs, 0.74 s, 3 min 20 s.</summary>
    public static string Duration(double? seconds) => seconds switch
    {
        null => None,
        < 0.001 => $"{Number(seconds * 1e6)} µs",
        < 0.1 => $"{Number(seconds * 1e3)} ms",
        < 99.5 => $"{Number(seconds)} s",
        < 3600 => string.Create(CultureInfo.InvariantCulture, $"{(int)seconds.Value / 60} min {(int)seconds.Value % 60} s"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{(int)seconds.Value / 3600} h {(int)seconds.Value / 60 % 60} min"),
    };

    private static string Grouped(string digits)
    {
        var sign = digits.StartsWith('-') ? 1 : 0;
        var point = digits.IndexOf('.', StringComparison.Ordinal);
        var whole = (point < 0 ? digits.Length : point) - sign;
        if (whole < 5)
        {
            return digits;
        }

        for (var at = sign + whole - 3; at > sign; at -= 3)
        {
            digits = digits.Insert(at, Space);
        }

        return digits;
    }
}

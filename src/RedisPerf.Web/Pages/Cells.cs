using System.Globalization;
using Microsoft.AspNetCore.Html;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Pages;

/// <summary>
/// What stands in a cell of a page: the figures as <see cref="NumberFormat"/> writes them, a dash where there is none, and the
/// exact value for the hover. wwwroot/js/format.js writes the same figures the same way.
/// </summary>
public static class Cells
{
    /// <summary>For a figure that does not apply or is not there yet.</summary>
    public const string None = "–";

    public static string Number(double? value) => value is null ? None : NumberFormat.Significant(value);

    /// <summary>For a column of seconds.</summary>
    public static string Seconds(double? value) => value is null ? None : NumberFormat.Seconds(value);

    /// <summary>A fraction as percent, without the sign.</summary>
    public static string Percent(double? fraction) => fraction is null ? None : NumberFormat.Percent(fraction);

    public static string Count(long? value) => value is null ? None : NumberFormat.Whole(value);

    /// <summary>A figure of an article, digit for digit; only thousands are set apart.</summary>
    public static string Published(decimal? value) => value switch
    {
        null => None,
        >= 10_000 when value == decimal.Truncate(value.Value) => value.Value.ToString("N0", CultureInfo.InvariantCulture),
        _ => value.Value.ToString(CultureInfo.InvariantCulture),
    };

    /// <summary>A sentence whose names, in backticks, are set as names.</summary>
    public static IHtmlContent Sentence(string text)
    {
        var content = new HtmlContentBuilder();
        foreach (var (index, part) in text.Split('`').Index())
        {
            _ = index % 2 == 0 ? content.Append(part) : content.AppendHtml("<span class=\"name\">").Append(part).AppendHtml("</span>");
        }

        return content;
    }

    /// <summary>Everything that is known of a figure; what is below a millisecond is told to the femtosecond, its last digit that counts.</summary>
    public static string Exact(double? value, string unit) =>
        value is { } number ? $"{number.ToString(Math.Abs(number) < 0.001 ? "0.###############" : "0.#########", CultureInfo.InvariantCulture)} {unit}".TrimEnd() : "";

    /// <summary>A length of time for a sentence: 60.0 µs, 0.741 s, 3 min 20 s.</summary>
    public static string Duration(double? seconds) => seconds switch
    {
        null => None,
        < 0.001 => $"{NumberFormat.Significant(seconds * 1e6)} µs",
        < 0.1 => $"{NumberFormat.Significant(seconds * 1e3)} ms",
        < 99.5 => $"{NumberFormat.Significant(seconds)} s",
        < 3600 => string.Create(CultureInfo.InvariantCulture, $"{(int)seconds.Value / 60} min {(int)seconds.Value % 60} s"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{(int)seconds.Value / 3600} h {(int)seconds.Value / 60 % 60} min"),
    };
}

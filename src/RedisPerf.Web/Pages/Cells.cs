using System.Globalization;
using Microsoft.AspNetCore.Html;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Pages;

/// <summary>
/// The text of a table cell: a figure as <see cref="NumberFormat"/> formats it, a dash without a figure, and the exact value
/// for the tooltip.
/// </summary>
public static class Cells
{
    /// <summary>For a figure that does not apply or is not known yet.</summary>
    public const string None = NumberFormat.None;

    public static string Number(double? value) => value is null ? None : NumberFormat.Significant(value);

    /// <summary>A fraction as percent, without the sign.</summary>
    public static string Percent(double? fraction) => fraction is null ? None : NumberFormat.Percent(fraction);

    public static string Count(long? value) => value is null ? None : NumberFormat.Whole(value);

    /// <summary>A figure of an article with all its digits; from 10,000 on, thousands are separated.</summary>
    public static string Published(decimal? value) => value switch
    {
        null => None,
        >= 10_000 when value == decimal.Truncate(value.Value) => value.Value.ToString("N0", CultureInfo.InvariantCulture),
        _ => value.Value.ToString(CultureInfo.InvariantCulture),
    };

    /// <summary>A sentence; names in backticks are formatted as names.</summary>
    public static IHtmlContent Sentence(string text)
    {
        var content = new HtmlContentBuilder();
        foreach (var (index, part) in text.Split('`').Index())
        {
            _ = index % 2 == 0 ? content.Append(part) : content.AppendHtml("<span class=\"name\">").Append(part).AppendHtml("</span>");
        }

        return content;
    }

    /// <inheritdoc cref="NumberFormat.Exact"/>
    public static string Exact(double? value, string unit) => NumberFormat.Exact(value, unit);

    /// <inheritdoc cref="NumberFormat.Duration"/>
    public static string Duration(double? seconds) => NumberFormat.Duration(seconds);
}

using Microsoft.AspNetCore.Html;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Pages;

/// <summary>The text of a table cell: a figure as <see cref="NumberFormat"/> formats it, a dash without a figure.</summary>
public static class Cells
{
    public static string Number(double? value) => value is null ? NumberFormat.None : NumberFormat.Significant(value);

    /// <summary>A fraction as percent, without the sign.</summary>
    public static string Percent(double? fraction) => fraction is null ? NumberFormat.None : NumberFormat.Percent(fraction);

    public static string Count(long? value) => value is null ? NumberFormat.None : NumberFormat.Whole(value);

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
}

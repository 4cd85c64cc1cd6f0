using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>A small SVG picture with the answer of a job, for a README: <c>insert · hset 0.78× multi-exec</c>. It needs no font and no file
/// of another host.</summary>
public static class Badge
{
    private const double Height = 20;
    private const double Padding = 6;

    /// <summary>Pixels. The texts are drawn with this width in any font.</summary>
    private const double CharacterWidth = 6.6;

    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static string Write(JobDocument document, BenchmarkInfo? info)
    {
        var answer = BadgeText.Of(document, info);
        var (left, right) = (WidthOf(document.Benchmark), WidthOf(answer.Text));
        var label = $"{document.Benchmark} · {answer.Text}";
        var picture = SvgShape.Chart(
            left + right, Height, label,
            new XAttribute("height", Height),
            SvgShape.Title(label),
            Part(document.Benchmark, 0, left, "#3b434c"),
            Part(answer.Text, left, right, answer.IsDecided ? "#00734f" : "#5b6570"));
        return picture.ToString(SaveOptions.DisableFormatting);
    }

    private static double WidthOf(string text) => (text.Length * CharacterWidth) + (2 * Padding);

    private static XElement[] Part(string text, double x, double width, string color) =>
    [
        new(SvgShape.Svg + "rect", SvgShape.Number("x", x), SvgShape.Number("width", width), SvgShape.Number("height", Height),
            new XAttribute("fill", color)),
        new(SvgShape.Svg + "text", SvgShape.Number("x", x + Padding), SvgShape.Number("y", 14), new XAttribute("fill", "#ffffff"),
            new XAttribute("font-family", "Verdana,DejaVu Sans,sans-serif"), new XAttribute("font-size", 11),
            SvgShape.Number("textLength", width - (2 * Padding)), new XAttribute("lengthAdjust", "spacingAndGlyphs"), XmlText.Of(text)),
    ];
}

using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>The shapes of the SVG charts.</summary>
internal static class SvgShape
{
    public static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    /// <summary>The SVG element of a chart that keeps its size.</summary>
    /// <param name="label">For readers that do not see it.</param>
    public static XElement Chart(double width, double height, string label, params object?[] content) => new(
        Svg + "svg",
        new XAttribute("viewBox", string.Create(CultureInfo.InvariantCulture, $"0 0 {width} {height}")),
        new XAttribute("width", width),
        new XAttribute("role", "img"),
        new XAttribute("aria-label", XmlText.Of(label)),
        content);

    public static XElement Group(params object?[] content) => new(Svg + "g", content);

    /// <summary>The text where a pointer is over the parent.</summary>
    public static XElement Title(string text) => new(Svg + "title", XmlText.Of(text));

    /// <param name="name">The name of its class; null without one.</param>
    public static XElement Text(string text, double x, double y, string anchor, string? name = null) => new(
        Svg + "text", name is null ? null : new XAttribute("class", name), Number("x", x), Number("y", y), new XAttribute("text-anchor", anchor),
        XmlText.Of(text));

    public static XElement Line(string name, double x1, double y1, double x2, double y2) => new(
        Svg + "line", new XAttribute("class", name), Number("x1", x1), Number("y1", y1), Number("x2", x2), Number("y2", y2));

    /// <summary>The line of an interval, with a cap at each end.</summary>
    public static XElement[] Whisker(double x1, double y1, double x2, double y2)
    {
        const double cap = 4;
        var (dx, dy) = x1 == x2 ? (cap, 0.0) : (0.0, cap);
        return
        [
            Line("interval", x1, y1, x2, y2),
            Line("interval", x1 - dx, y1 - dy, x1 + dx, y1 + dy),
            Line("interval", x2 - dx, y2 - dy, x2 + dx, y2 + dy),
        ];
    }

    public static XElement Bar(string name, double x, double y, double width, double height) => new(
        Svg + "rect", new XAttribute("class", name), Number("x", x), Number("y", y), Number("width", width), Number("height", height));

    public static XElement Circle(double x, double y, double radius) =>
        new(Svg + "circle", Number("cx", x), Number("cy", y), Number("r", radius));

    /// <param name="shape">Relative to the point.</param>
    /// <param name="name">The name of its class; null without one.</param>
    public static XElement Path(double x, double y, string shape, string? name = null) => new(
        Svg + "path", name is null ? null : new XAttribute("class", name),
        new XAttribute("d", string.Create(CultureInfo.InvariantCulture, $"M{x:0.#} {y:0.#}{shape}")));

    /// <summary>A shape around 0, 0, such as <see cref="StrategyLook.Path"/>, moved to a point.</summary>
    /// <param name="name">The name of its class; null without one.</param>
    public static XElement Mark(string shape, double x, double y, string? name = null) => new(
        Svg + "path",
        name is null ? null : new XAttribute("class", name),
        new XAttribute("transform", string.Create(CultureInfo.InvariantCulture, $"translate({x:0.#} {y:0.#})")),
        new XAttribute("d", shape));

    /// <summary>A text at a percentage of the width, in a chart that is as wide as its place: the text keeps its size.</summary>
    /// <param name="x">Percent.</param>
    public static XElement TextAtPercent(string text, double x, double y, string anchor, string name) => new(
        Svg + "text", new XAttribute("class", name), Percent("x", x), Number("y", y), new XAttribute("text-anchor", anchor), XmlText.Of(text));

    /// <summary>A line in such a chart.</summary>
    /// <param name="x1">Percent.</param>
    /// <param name="x2">Percent.</param>
    public static XElement LineAtPercent(string name, double x1, double y1, double x2, double y2) => new(
        Svg + "line", new XAttribute("class", name), Percent("x1", x1), Number("y1", y1), Percent("x2", x2), Number("y2", y2));

    /// <summary>A shape around 0, 0 at a percentage of the width.</summary>
    /// <param name="x">Percent.</param>
    /// <param name="name">The name of its class; null without one.</param>
    public static XElement MarkAtPercent(string shape, double x, double y, string? name = null) => new(
        Svg + "svg", name is null ? null : new XAttribute("class", name), Percent("x", x), Number("y", y), new XAttribute("overflow", "visible"),
        new XElement(Svg + "path", new XAttribute("d", shape)));

    public static XAttribute Percent(string name, double value) => new(name, string.Create(CultureInfo.InvariantCulture, $"{value:0.##}%"));

    public static XAttribute Number(string name, double value) => new(name, value.ToString("0.##", CultureInfo.InvariantCulture));
}

using System.Xml.Linq;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>The legend below a chart that is as wide as its place.</summary>
internal static class ChartLegend
{
    /// <param name="keys">An element for each key; null for none.</param>
    public static XElement Of(params object?[] keys) => new("ul", new XAttribute("class", "map-legend"), keys);

    /// <summary>The mark of a strategy with its name.</summary>
    public static XElement Key(StrategyLook look) => Key(look.CssClass, SvgShape.Mark(look.Path, 10, 7), look.Strategy);

    /// <param name="name">The class names of the shape.</param>
    /// <param name="shape">Within 20 × 14 pixels.</param>
    public static XElement Key(string name, XElement shape, string text) => new(
        "li",
        new XElement(
            SvgShape.Svg + "svg", new XAttribute("class", $"answer-chart {name}"), new XAttribute("width", 20), new XAttribute("height", 14),
            new XAttribute("aria-hidden", "true"), shape),
        XmlText.Of($" {text}"));
}

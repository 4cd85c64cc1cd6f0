using System.Globalization;
using System.Xml.Linq;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>The places of the plots of an SVG chart, and of the legend below them. The plots of several panels have the same size.</summary>
/// <param name="count">Number of panels.</param>
internal sealed class PlotArea(int count)
{
    public const int LegendRow = 20;

    private const int Left = 90;
    private const int Right = 20;
    private const int Bottom = 48;
    private const int SingleWidth = 640;
    private const int SingleHeight = 360;
    private const int TitleHeight = 22;

    /// <summary>Two columns fit on paper; three are for seven panels and more.</summary>
    private int Columns => count <= 1 ? 1 : count <= 6 ? 2 : 3;

    private int Rows => (count + Columns - 1) / Columns;

    /// <summary>The width of the plot of a panel.</summary>
    public int Width => Columns switch { 1 => SingleWidth, 2 => 430, _ => 330 };

    /// <summary>The height of the plot of a panel, below its title.</summary>
    public int Height => Columns == 1 ? SingleHeight : 220;

    /// <summary>The top of the plot of a single panel, and of the titles of several ones.</summary>
    public int Top => Columns == 1 ? 0 : TitleHeight;

    public int TotalWidth => Columns * (Left + Width + Right);

    /// <summary>The top of the legend.</summary>
    public int Legend => Rows * (Top + Height + Bottom);

    /// <summary>The x of the plot of a panel.</summary>
    public int X(int index) => Left + (index % Columns * (Left + Width + Right));

    /// <summary>The y of the plot of a panel.</summary>
    public int Y(int index) => Top + (index / Columns * (Top + Height + Bottom));

    /// <summary>The SVG element of a chart.</summary>
    /// <param name="legendRows">Number of rows of the legend.</param>
    /// <param name="label">For readers that do not see it.</param>
    public XElement Draw(int legendRows, string label, params object?[] content) =>
        SvgShape.Chart(TotalWidth, Legend + (legendRows * LegendRow), label, content);

    /// <summary>The plot of a panel, with the origin at its top left.</summary>
    public XElement Plot(int index, params object?[] content) => SvgShape.Group(
        new XAttribute("class", "plot"),
        new XAttribute("transform", string.Create(CultureInfo.InvariantCulture, $"translate({X(index)} {Y(index)})")),
        content);

    /// <summary>The title of a panel; null for a panel without one.</summary>
    public XElement? Title(ChartPanel panel, int index) =>
        Columns == 1 || panel.Title.Length == 0 ? null : SvgShape.Text(panel.Title, X(index), Y(index) - 8, "start", "panel");
}

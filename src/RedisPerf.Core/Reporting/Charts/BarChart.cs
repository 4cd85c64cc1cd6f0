using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>An inline SVG chart of a job along an axis of words: for each value a group of bars, one for each strategy, with the median and a
/// whisker for its 95% interval. A plot for each combination of the values on the other axes; all plots have the same scale, which starts at
/// 0. A strategy that the axis does not affect is a dashed line.</summary>
internal static class BarChart
{
    private const int Above = 10;
    private const double GroupShare = 0.8;
    private const double MaxBar = 36;

    /// <summary>Steps of the vertical axis at most.</summary>
    private const int MaxSteps = 5;


    /// <returns>Null when the job is drawn along no axis of words, and when no case has a summary.</returns>
    public static XElement? Draw(JobDocument document, BenchmarkInfo? info)
    {
        if (ChartPanels.Of(document, info) is not { Axis: { IsNumeric: false } axis } panels)
        {
            return null;
        }

        document = BenchmarkInfo.WithoutReference(document, info);
        var plots = panels.Panels.Select(panel =>
            document.Cases.Where(@case => @case.Summary is not null && panel.Contains(@case, axis)).ToArray()).ToArray();
        CaseResult[] all = [.. plots.SelectMany(cases => cases)];
        if (all.Length == 0)
        {
            return null;
        }

        StrategyLook[] looks =
            [.. all.Select(@case => @case.Strategy).Distinct().Select(name => StrategyLook.Of(name, info)).OrderBy(look => look.Order)];
        var area = new PlotArea(panels.Panels.Count);
        var scale = new BarScale(all.Max(@case => Math.Max(@case.Summary!.Median, @case.Summary.MedianHigh ?? 0)), area.Height, Above);
        var chart = area.Draw(
            looks.Length,
            "Median time of each strategy at each value of the axis. The table has the same values.",
            panels.Panels.Select((_, place) => area.Plot(
                place,
                scale.Steps.SelectMany(step => new[]
                {
                    SvgShape.Line("axis", 0, scale.Of(step), area.Width, scale.Of(step)),
                    SvgShape.Text(step == 0 ? "0" : NumberFormat.SecondsWithUnit(step), -8, scale.Of(step) + 4, "end"),
                }),
                Groups(plots[place], document.Request, axis, looks, scale, area),
                SvgShape.Text(axis.Label, area.Width / 2.0, area.Height + 38, "middle"))),
            panels.Panels.Select(area.Title),
            looks.Select((look, index) => Legend(look, index, area)));
        return new("figure", chart, new XElement("figcaption",
            $"Median {info?.TimeLabel ?? "time"} by {axis.Label}; whisker: 95% interval of the median, from six runs on; dashed line: a strategy "
                + $"that {axis.Label} does not affect.{(panels.Omitted is { } omitted ? $" {omitted}" : "")}"));
    }

    private static IEnumerable<object> Groups(
        CaseResult[] cases, JobRequest request, Axis axis, StrategyLook[] looks, BarScale scale, PlotArea area)
    {
        var group = (double)area.Width / axis.Values.Count;
        var bar = Math.Min(MaxBar, group * GroupShare / looks.Length);
        foreach (var (place, value) in axis.Texts.Index())
        {
            var middle = (place + 0.5) * group;
            yield return SvgShape.Text(CoordinatesText.Value(axis, value), middle, area.Height + 18, "middle");
            foreach (var (index, look) in looks.Index())
            {
                if (Array.Find(cases, @case => @case.Strategy == look.Strategy && @case.At[axis.Name] == value) is { } @case)
                {
                    yield return Bar(@case, request, look, middle + ((index - (looks.Length / 2.0)) * bar), bar, scale, area.Height);
                }
            }
        }

        foreach (var level in cases.Where(@case => @case.At[axis.Name] is null))
        {
            var y = scale.Of(level.Summary!.Median);
            var look = Array.Find(looks, look => look.Strategy == level.Strategy)!;
            yield return SvgShape.Group(ClassOf(look), SvgShape.Line("level", 0, y, area.Width, y), Title(level, request));
        }
    }

    private static XElement Bar(CaseResult @case, JobRequest request, StrategyLook look, double left, double width, BarScale scale, int height)
    {
        var summary = @case.Summary!;
        var (top, middle) = (scale.Of(summary.Median), left + (width / 2));
        return SvgShape.Group(
            ClassOf(look),
            SvgShape.Bar("bar", left + 1, top, Math.Max(1, width - 2), height - top),
            summary is { MedianLow: { } low, MedianHigh: { } high } ? SvgShape.Whisker(middle, scale.Of(low), middle, scale.Of(high)) : null,
            Title(@case, request));
    }

    private static XElement Title(CaseResult @case, JobRequest request)
    {
        var interval = @case.Summary is { MedianLow: { } low, MedianHigh: { } high }
            ? $" (95%: {NumberFormat.SecondsWithUnit(low)} to {NumberFormat.SecondsWithUnit(high)})"
            : "";
        return SvgShape.Title(
            $"{CaseText.Name(@case.Key, request.Axes)}: median {NumberFormat.SecondsWithUnit(@case.Summary!.Median)}{interval}");
    }

    private static XElement Legend(StrategyLook look, int index, PlotArea area)
    {
        var (left, top) = (area.X(0), area.Legend + (index * PlotArea.LegendRow));
        return SvgShape.Group(ClassOf(look), SvgShape.Bar("bar", left, top - 10, 20, 11), SvgShape.Text(look.Strategy, left + 32, top, "start"));
    }

    private static XAttribute ClassOf(StrategyLook look) => new("class", look.CssClass);

    /// <summary>A linear axis from 0 with round steps.</summary>
    private sealed class BarScale(double max, double bottom, double top)
    {
        /// <summary>Multiples of a <see cref="RoundStep"/>.</summary>
        public IReadOnlyList<double> Steps { get; } = StepsTo(max);

        public double Of(double value) => bottom - ((bottom - top) * value / Math.Max(max, Steps[^1]));

        private static double[] StepsTo(double max)
        {
            var step = RoundStep.AtLeast(max / MaxSteps);
            return [.. Enumerable.Range(0, (int)Math.Floor(max / step) + 1).Select(number => number * step)];
        }
    }
}

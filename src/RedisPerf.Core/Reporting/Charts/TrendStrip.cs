using System.Globalization;
using System.Text;
using System.Xml.Linq;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>A small SVG chart of the scheduled runs of one case: equidistant dots, oldest first, in the range that is expected for the last
/// one. A missed run is a gap with a cross, the first slow run of an alert has a vertical line, and slow runs are triangles. It ends at the right
/// edge, so the strips of a page can be compared.</summary>
public static class TrendStrip
{
    /// <summary>The number of slots that fill the width.</summary>
    public const int Length = 60;

    private const double Step = 5;
    private const double Margin = 5;
    private const double Width = (Length * Step) + (2 * Margin);
    private const double Height = 30;

    /// <summary>The full height is at least this ratio, so that noise does not look like a change.</summary>
    private const double MinRatio = 1.2;

    /// <param name="slots">Oldest first; the last <see cref="Length"/> are drawn.</param>
    /// <param name="expected">Null with too few earlier runs.</param>
    /// <param name="text">The content in words, for screen readers.</param>
    /// <returns>Null when no run has a time.</returns>
    public static XElement? Draw(IReadOnlyList<TrendSlot> slots, ExpectedRange? expected, string text)
    {
        TrendSlot[] shown = [.. slots.TakeLast(Length)];
        var logs = shown.Select(slot => slot.Seconds).Append(expected?.Low).Append(expected?.High)
            .Where(seconds => seconds > 0).Select(seconds => Math.Log(seconds!.Value)).ToArray();
        if (shown.All(slot => slot.Seconds is null))
        {
            return null;
        }

        var (low, high) = (logs.Min(), logs.Max());
        var (middle, span) = ((low + high) / 2, Math.Max(high - low, Math.Log(MinRatio)));
        double X(int index) => Width - Margin - ((shown.Length - 0.5 - index) * Step);
        double Y(double seconds) => (Height / 2) - ((Math.Log(seconds) - middle) / span * (Height - (2 * Margin)));
        return SvgShape.Chart(
            Width,
            Height,
            text,
            new XAttribute("class", "strip-chart"),
            new XAttribute("height", Height),
            SvgShape.Title(text),
            expected is null ? null : SvgShape.Bar(
                "range", X(0) - (Step / 2), Y(expected.High), shown.Length * Step, Math.Max(1, Y(expected.Low) - Y(expected.High))),
            shown.Index().Where(slot => slot.Item.IsStep).Select(slot => WithTitle(
                SvgShape.Line(slot.Item.IsFaster ? "step faster" : "step",
                    X(slot.Index) - (Step / 2), 0, X(slot.Index) - (Step / 2), Height), slot.Item)),
            Dots(shown, X, Y),
            shown.Index().Where(slot => slot.Item is { IsSlow: true, Seconds: not null }).Select(slot => WithTitle(
                SvgShape.Path(X(slot.Index), Y(slot.Item.Seconds!.Value), "m0 3l2.6-4.8h-5.2z", "slow"), slot.Item)),
            shown.Index().Where(slot => slot.Item.IsMissed).Select(slot => WithTitle(
                SvgShape.Path(X(slot.Index), Height - 3.5, "m-2-2l4 4m0-4l-4 4", "missed"), slot.Item)));
    }

    // One path for all usual runs: a page has thousands of them. A line without a length and with round ends is a dot.
    private static XElement? Dots(TrendSlot[] slots, Func<int, double> x, Func<double, double> y)
    {
        var path = new StringBuilder();
        foreach (var (index, slot) in slots.Index())
        {
            if (slot is { Seconds: { } seconds, IsSlow: false })
            {
                path.Append(CultureInfo.InvariantCulture, $"M{x(index):0.#} {y(seconds):0.#}h0");
            }
        }

        return path.Length == 0 ? null : new(SvgShape.Svg + "path", new XAttribute("class", "runs"), new XAttribute("d", path.ToString()));
    }

    private static XElement WithTitle(XElement mark, TrendSlot slot)
    {
        mark.Add(slot.Text is null ? null : SvgShape.Title(slot.Text));
        return mark;
    }
}

/// <summary>A scheduled run of one case, or a missed run.</summary>
/// <param name="Seconds">The median; null without a counted run of the case.</param>
/// <param name="IsMissed">Whether the run did not take place.</param>
/// <param name="IsSlow">Whether an alert includes the run.</param>
/// <param name="IsStep">Whether it is the first slow run of an alert, or the first fast one of an improvement.</param>
/// <param name="IsFaster">Whether the step is an improvement.</param>
/// <param name="Text">Its text where a pointer is over its mark.</param>
public sealed record TrendSlot(
    double? Seconds, bool IsMissed = false, bool IsSlow = false, bool IsStep = false, bool IsFaster = false, string? Text = null);

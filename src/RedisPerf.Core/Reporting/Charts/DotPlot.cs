using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>An SVG chart of several jobs that are compared with a base: a row for each case, a dot for each job from left to right in time,
/// and the range of the runs of the base. All rows have the same logarithmic scale of ratios, with the base in the middle and slower above. The
/// rows of the floor are the last ones: they show the machine.</summary>
public static class DotPlot
{
    /// <summary>The table has the cases of all further rows.</summary>
    internal const int MaxRows = 40;

    private const int Top = 40;
    private const int RowHeight = 40;
    private const int Margin = 8;
    private const int Right = 12;
    private const int MinColumn = 62;
    private const int MaxColumn = 110;
    private const int PlotWidth = 420;
    private const int MinLabel = 90;
    private const int MaxLabel = 230;
    private const double CharacterWidth = 7.2;

    /// <summary>The scale ends at this ratio: otherwise a case that is 30 times slower would flatten all others.</summary>
    private const double MaxRatio = 4;

    /// <summary>Between the largest ratio and the end of the scale. An interval beyond the end is cut.</summary>
    private const double Room = 1.1;

    /// <summary>The scale has at least this ratio, so that noise does not look like a change.</summary>
    private const double MinRatio = 1.25;

    private const string Legend = "▲ faster, ▼ slower, ● the same, ○ not decided. Number: time divided by the time of the base, with its 95% "
        + "interval, which the edge of the row can cut. Area: shortest to longest run of the base. Higher is slower; all rows have the same "
        + "scale.";

    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    /// <returns>Null when no case has a ratio.</returns>
    public static XElement? Draw(ComparedJobs jobs)
    {
        var compared = jobs.Cases.Where(@case => jobs.Others.Any(other => jobs.Find(other, @case)?.Ratio is not null)).ToArray();
        if (compared.Length == 0)
        {
            return null;
        }

        CaseKey[] rows = [.. compared.Where(@case => !jobs.IsFloor(@case)).Take(MaxRows), .. compared.Where(jobs.IsFloor).Take(MaxRows)];
        var hasPlaces = rows.Select(row => CoordinatesText.Place(row.At)).Distinct().Count() > 1;
        var names = rows.Select(row => NameOf(row, hasPlaces, jobs.IsFloor(row))).ToArray();
        var columns = jobs.Jobs;
        var layout = new Layout(
            Math.Clamp((int)(names.Max(name => name.Length) * CharacterWidth) + 14, MinLabel, MaxLabel),
            Math.Clamp(PlotWidth / columns.Count, MinColumn, MaxColumn),
            columns.Count,
            Math.Log(Math.Clamp(jobs.Others.SelectMany(other => other.Cases).Select(@case => @case.Ratio?.Value).OfType<double>()
                .Max(value => Math.Max(value, 1 / value)) * Room, MinRatio, MaxRatio)));
        var height = Top + (rows.Length * RowHeight) + Margin;
        var scale = ColumnScale.OfSeconds(rows.Select(row => jobs.FindInBase(row)?.BaseMedian(jobs.PerItem)));
        var chart = new XElement(
            Svg + "svg",
            new XAttribute("viewBox", string.Create(CultureInfo.InvariantCulture, $"0 0 {layout.Width} {height}")),
            new XAttribute("width", layout.Width),
            new XAttribute("class", layout.Width > 560 ? "dot-plot wide" : "dot-plot"),
            new XAttribute("role", "img"),
            new XAttribute("aria-label", "The time of each case in each job, divided by the time of the base. The table has the same values."),
            columns.Select((job, index) => Head(job, job.Id == jobs.Base.Id, layout.Middle(index))),
            rows.Select((row, index) => Row(jobs, row, names[index], Top + (index * RowHeight), layout, scale)));
        var omitted = compared.Length - rows.Length;
        var per = jobs.PerItem ? " Times are per item." : "";
        return new("figure", new XAttribute("class", "dots"), new XAttribute("tabindex", 0), chart, new XElement("figcaption",
            $"{Legend}{per}{(omitted > 0 ? $" The table has {NumberFormat.Count(omitted, "more case")}." : "")}"));
    }

    private static string NameOf(CaseKey @case, bool hasPlaces, bool isFloor) =>
        $"{@case.Strategy}{(isFloor ? " (machine)" : "")}{(hasPlaces ? $" · {CoordinatesText.Place(@case.At)}" : "")}"
            + CoordinatesText.AtPoint(@case.At);

    private static XElement Head(JobReference job, bool isBase, double x) => new(
        Svg + "g",
        Text($"#{job.Number}", x, 14, "middle", isBase ? "base" : ""),
        Text(
            isBase ? "base" : ComparedJobs.TimeOf(job).UtcDateTime.ToString("d MMM", CultureInfo.InvariantCulture), x, 29, "middle", "quiet"));

    private static XElement Row(ComparedJobs jobs, CaseKey @case, string name, int top, Layout layout, ColumnScale scale)
    {
        var (known, middle, isFloor) = (jobs.FindInBase(@case), top + (RowHeight / 2), jobs.IsFloor(@case));
        double Y(double ratio) => middle - (Math.Clamp(Math.Log(ratio) / layout.Range, -1, 1) * ((RowHeight / 2) - Margin));
        var max = (int)((layout.Label - 14) / CharacterWidth);
        return new(
            Svg + "g",
            new XAttribute("class", isFloor ? "machine" : "case"),
            new XElement(Svg + "title", XmlText.Of(name)),
            Line("axis", 0, top, layout.Width, top),
            Text(name.Length > max ? $"{name[..(max - 1)]}…" : name, layout.Label - 10, middle + 4, "end", ""),
            known?.Base is { } summary ? RunsOfBase(layout, Y(summary.Max / summary.Median), Y(summary.Min / summary.Median)) : null,
            Line("base-line", layout.Label, middle, layout.Width - Right, middle),
            jobs.Jobs.Select((job, index) => job.Id == jobs.Base.Id
                ? known is null ? null : Base($"{scale.Text(known.BaseMedian(jobs.PerItem))} {scale.Unit}", layout.Middle(index), middle)
                : jobs.Others.First(other => other.With.Id == job.Id) is var other && jobs.Find(other, @case)?.Ratio is { } ratio
                    ? Dot(ratio, $"{name} in #{job.Number}: {NumberFormat.Comparison(ratio)}", layout.Middle(index), Y)
                    : null));
    }

    private static XElement Base(string median, double x, double y) => new(
        Svg + "g",
        new XAttribute("class", "base"),
        new XElement(Svg + "circle", Number("cx", x - 18), Number("cy", y), Number("r", 3.5)),
        Text(median, x - 10, y - 5, "start", ""));

    private static XElement Dot(Ratio ratio, string title, double x, Func<double, double> toY)
    {
        var (at, y) = (x - 18, toY(ratio.Value));
        // The line of the base must not cross the number.
        var below = y > toY(1) + 2;
        return new(
            Svg + "g",
            new XAttribute("class", $"dot {ratio.Verdict.ToWord()}"),
            new XElement(Svg + "title", XmlText.Of(title)),
            ratio is { Low: { } low, High: { } high } ? Line("interval", at, toY(low), at, toY(high)) : null,
            Mark(ratio.Verdict, at, y),
            Text($"{NumberFormat.Significant(ratio.Value)}×", x - 10, y + (below ? 9 : -4), "start", ""));
    }

    private static XElement Mark(Verdict verdict, double x, double y) => verdict switch
    {
        Verdict.Faster => Path(x, y, "m0-4.5l4.5 8h-9z"),
        Verdict.Slower => Path(x, y, "m0 4.5l4.5-8h-9z"),
        _ => new(Svg + "circle", Number("cx", x), Number("cy", y), Number("r", 3.5)),
    };

    private static XElement Path(double x, double y, string shape) =>
        new(Svg + "path", new XAttribute("d", string.Create(CultureInfo.InvariantCulture, $"M{x:0.#} {y:0.#}{shape}")));

    private static XElement RunsOfBase(Layout layout, double top, double bottom) => new(
        Svg + "rect", new XAttribute("class", "range"), Number("x", layout.Label), Number("y", top),
        Number("width", layout.Width - layout.Label - Right), Number("height", Math.Max(1, bottom - top)));

    private static XElement Line(string name, double x1, double y1, double x2, double y2) =>
        new(Svg + "line", new XAttribute("class", name), Number("x1", x1), Number("y1", y1), Number("x2", x2), Number("y2", y2));

    private static XElement Text(string text, double x, double y, string anchor, string name) =>
        new(Svg + "text", name.Length == 0 ? null : new XAttribute("class", name), Number("x", x), Number("y", y),
            new XAttribute("text-anchor", anchor), XmlText.Of(text));

    private static XAttribute Number(string name, double value) => new(name, value.ToString("0.##", CultureInfo.InvariantCulture));

    /// <param name="Label">Width of the names.</param>
    /// <param name="Column">Width of a job.</param>
    /// <param name="Columns">Number of jobs.</param>
    /// <param name="Range">Logarithm of the ratio at the upper end of a row.</param>
    private sealed record Layout(int Label, int Column, int Columns, double Range)
    {
        public int Width => Label + (Columns * Column) + Right;

        public double Middle(int column) => Label + ((column + 0.5) * Column);
    }
}

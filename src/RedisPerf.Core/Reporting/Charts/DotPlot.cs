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

    /// <returns>Null when no case has a ratio.</returns>
    public static XElement? Draw(ComparedJobs jobs)
    {
        var compared = jobs.Cases.Where(@case => jobs.Others.Any(other => jobs.Find(other, @case)?.Judged is not null)).ToArray();
        if (compared.Length == 0)
        {
            return null;
        }

        CaseKey[] rows = [.. compared.Where(@case => !jobs.IsFloor(@case)).Take(MaxRows), .. compared.Where(jobs.IsFloor).Take(MaxRows)];
        var hasPlaces = rows.Select(row => CoordinatesText.Place(row.At)).Distinct().Count() > 1;
        var axes = jobs.Axes;
        var names = rows.Select(row => NameOf(row, axes, hasPlaces, jobs.IsFloor(row))).ToArray();
        var columns = jobs.Jobs;
        var layout = new Layout(
            Math.Clamp((int)(names.Max(name => name.Length) * CharacterWidth) + 14, MinLabel, MaxLabel),
            Math.Clamp(PlotWidth / columns.Count, MinColumn, MaxColumn),
            columns.Count,
            Math.Log(Math.Clamp(jobs.Others.SelectMany(other => other.Cases).Select(@case => @case.Judged?.Value).OfType<double>()
                .Max(value => Math.Max(value, 1 / value)) * Room, MinRatio, MaxRatio)));
        var height = Top + (rows.Length * RowHeight) + Margin;
        var scale = ColumnScale.OfSeconds(rows.Select(row => jobs.FindInBase(row)?.BaseMedian(jobs.PerItem)));
        var chart = SvgShape.Chart(
            layout.Width,
            height,
            "The time of each case in each job, divided by the time of the base. The table has the same values.",
            new XAttribute("class", layout.Width > 560 ? "dot-plot wide" : "dot-plot"),
            columns.Select((job, index) => Head(job, job.Id == jobs.Base.Id, layout.Middle(index))),
            rows.Select((row, index) => Row(jobs, row, names[index], Top + (index * RowHeight), layout, scale)));
        var omitted = compared.Length - rows.Length;
        var per = jobs.PerItem ? " Times are per item." : "";
        var changed = string.Join(", ", jobs.Others.Where(other => other.HasMachineChanged).Select(other => $"#{other.With.Number}"));
        var toFloor = changed.Length == 0 ? ""
            : $" The machine changed before {changed}: times there are relative to the {jobs.Others[0].FloorWord}.";
        return new("figure", new XAttribute("class", "dots"), new XAttribute("tabindex", 0), chart, new XElement("figcaption",
            $"{Legend}{per}{toFloor}{(omitted > 0 ? $" The table has {NumberFormat.Count(omitted, "more case")}." : "")}"));
    }

    private static string NameOf(CaseKey @case, IReadOnlyList<Axis> axes, bool hasPlaces, bool isFloor) =>
        $"{@case.Strategy}{(isFloor ? " (machine)" : "")}{(hasPlaces ? $" · {CoordinatesText.Place(@case.At)}" : "")}"
            + CoordinatesText.AtPoint(@case.At, axes);

    private static XElement Head(JobReference job, bool isBase, double x) => SvgShape.Group(
        SvgShape.Text($"#{job.Number}", x, 14, "middle", isBase ? "base" : null),
        SvgShape.Text(
            isBase ? "base" : ComparedJobs.TimeOf(job).UtcDateTime.ToString("d MMM", CultureInfo.InvariantCulture), x, 29, "middle", "quiet"));

    private static XElement Row(ComparedJobs jobs, CaseKey @case, string name, int top, Layout layout, ColumnScale scale)
    {
        var (known, middle, isFloor) = (jobs.FindInBase(@case), top + (RowHeight / 2), jobs.IsFloor(@case));
        double Y(double ratio) => middle - (Math.Clamp(Math.Log(ratio) / layout.Range, -1, 1) * ((RowHeight / 2) - Margin));
        var max = (int)((layout.Label - 14) / CharacterWidth);
        return SvgShape.Group(
            new XAttribute("class", isFloor ? "machine" : "case"),
            SvgShape.Title(name),
            SvgShape.Line("axis", 0, top, layout.Width, top),
            SvgShape.Text(name.Length > max ? $"{name[..(max - 1)]}…" : name, layout.Label - 10, middle + 4, "end"),
            known?.Base is { } summary ? RunsOfBase(layout, Y(summary.Max / summary.Median), Y(summary.Min / summary.Median)) : null,
            SvgShape.Line("base-line", layout.Label, middle, layout.Width - Right, middle),
            jobs.Jobs.Select((job, index) => job.Id == jobs.Base.Id
                ? known is null ? null : Base($"{scale.Text(known.BaseMedian(jobs.PerItem))} {scale.Unit}", layout.Middle(index), middle)
                : jobs.Others.First(other => other.With.Id == job.Id) is var other && jobs.Find(other, @case) is { Judged: { } ratio } found
                    ? Dot(ratio, $"{name} in #{job.Number}: {found.JudgedText}", layout.Middle(index), Y)
                    : null));
    }

    private static XElement Base(string median, double x, double y) => SvgShape.Group(
        new XAttribute("class", "base"),
        SvgShape.Circle(x - 18, y, 3.5),
        SvgShape.Text(median, x - 10, y - 5, "start"));

    private static XElement Dot(Ratio ratio, string title, double x, Func<double, double> toY)
    {
        var (at, y) = (x - 18, toY(ratio.Value));
        // The line of the base must not cross the number.
        var below = y > toY(1) + 2;
        return SvgShape.Group(
            new XAttribute("class", $"dot {ratio.Verdict.ToWord()}"),
            SvgShape.Title(title),
            ratio is { Low: { } low, High: { } high } ? SvgShape.Line("interval", at, toY(low), at, toY(high)) : null,
            Mark(ratio.Verdict, at, y),
            SvgShape.Text($"{NumberFormat.Significant(ratio.Value)}×", x - 10, y + (below ? 9 : -4), "start"));
    }

    private static XElement Mark(Verdict verdict, double x, double y) => verdict switch
    {
        Verdict.Faster => SvgShape.Path(x, y, "m0-4.5l4.5 8h-9z"),
        Verdict.Slower => SvgShape.Path(x, y, "m0 4.5l4.5-8h-9z"),
        _ => SvgShape.Circle(x, y, 3.5),
    };

    private static XElement RunsOfBase(Layout layout, double top, double bottom) =>
        SvgShape.Bar("range", layout.Label, top, layout.Width - layout.Label - Right, Math.Max(1, bottom - top));

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

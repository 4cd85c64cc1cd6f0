using System.Xml.Linq;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Site;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>One or more jobs compared with a base, as one HTML file for offline use and printing.</summary>
public static class ComparisonHtml
{
    public static string Write(ComparedJobs jobs) => Write(jobs, null);

    /// <param name="frame">What a page of a site has around the comparison; null for a single file.</param>
    internal static string Write(ComparedJobs jobs, PageFrame? frame)
    {
        var title = $"{jobs.Base.Benchmark}: {jobs.Jobs.Count} jobs compared with #{jobs.Base.Number}";
        return HtmlReport.Page(title,
        [
            HtmlReport.Element("h1", title),
            HtmlReport.Table(
                [("job", false), ("title", false), ("started", false), ("note", false), ("differs from the base", false)],
                jobs.Jobs.Select(job => (job.Id == jobs.Base.Id ? "fastest" : "", Head(jobs, job)))),
            jobs.Others.SelectMany(other => ComparisonHeadline.Sentences(other)
                .Select(sentence => new XElement("p", XmlText.Sentence($"#{other.With.Number}: {sentence.Text}")))),
            DotPlot.Draw(jobs),
            Cases(jobs),
        ],
        frame);
    }

    private static IReadOnlyList<string> Head(ComparedJobs jobs, JobReference job)
    {
        var differences = jobs.Others.FirstOrDefault(other => other.With.Id == job.Id)?.Differences;
        return
        [
            $"#{job.Number}{(job.Id == jobs.Base.Id ? " (base)" : "")}", job.Title ?? job.Benchmark, NumberFormat.Time(ComparedJobs.TimeOf(job)),
            job.Note ?? "",
            differences is null ? ""
                : differences.Count == 0 ? "nothing"
                : string.Join("; ", differences.Select(each => $"{each.Label}: {each.Base} → {each.With}")),
        ];
    }

    private static XElement Cases(ComparedJobs jobs)
    {
        var (axes, per) = (jobs.Axes, jobs.PerItem ? "/item" : "");
        var hasPlaces = jobs.Cases.Select(@case => CoordinatesText.Place(@case.At)).Distinct().Count() > 1;
        var time = ColumnScale.OfSeconds(jobs.Others.SelectMany(other => other.Cases)
            .SelectMany(@case => new[] { @case.BaseMedian(jobs.PerItem), @case.WithMedian(jobs.PerItem) }));
        return HtmlReport.Table(
            [
                ("strategy", false), ($"#{jobs.Base.Number} {time.Unit}{per}", true),
                .. jobs.Others.SelectMany(other => new[]
                {
                    ($"#{other.With.Number} {time.Unit}{per}", true), ($"× #{jobs.Base.Number} (unpaired)", false),
                }),
            ],
            jobs.Cases.Select(@case => (jobs.IsFloor(@case) ? "floor-row" : "", (IReadOnlyList<string>)
            [
                $"{@case.Strategy}{(hasPlaces ? $" on {CoordinatesText.Place(@case.At)}" : "")}{CoordinatesText.AtPoint(@case.At, axes)}",
                time.Text(jobs.FindInBase(@case)?.BaseMedian(jobs.PerItem)),
                .. jobs.Others.Select(other => jobs.Find(other, @case)).SelectMany(known => new[]
                {
                    time.Text(known?.WithMedian(jobs.PerItem)), known?.JudgedText ?? NumberFormat.None,
                }),
            ])));
    }
}

using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The findings of a job in sentences: the verdict, then the details.</summary>
public static class JobFindings
{
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IEnumerable<string> Of(JobDocument document, BenchmarkInfo? info) =>
        [.. JobVerdict.Of(document, info).Sentences, .. Details(document, info)];

    /// <summary>The findings without the verdict.</summary>
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IEnumerable<string> Details(JobDocument document, BenchmarkInfo? info)
    {
        if (LinkOptions.AllOf(document.Request) is { Count: > 0 } links)
        {
            yield return $"Measured over {(links.Count == 1 ? "a simulated link" : "simulated links")}: "
                + $"{string.Join("; ", links.Select(link => link.Text))}.";
        }

        foreach (var sentence in info is null ? [] : Headline.OfMarks(document, info, areAnswers: false))
        {
            yield return sentence;
        }

        if (info is not null)
        {
            var isOwnAxis = document.Request.Curve?.Name == info.MainAxis;
            foreach (var sentence in AxisFindings.OfBestValues(document, info)
                .Concat(isOwnAxis ? AxisFindings.OfFoundCrossovers(document, info) : []))
            {
                yield return sentence;
            }
        }

        foreach (var @case in document.Cases)
        {
            foreach (var figure in info?.Columns.Where(figure => figure.Answers is null) ?? [])
            {
                if (Headline.FindingOf(figure, @case) is { } finding)
                {
                    yield return $"{Headline.FullName(@case, document)} {finding}.";
                }
            }
        }

        var failed = document.Cases.Sum(@case => @case.Runs.Count(run => run.State == RunState.Failed));
        if (failed > 0)
        {
            var runs = document.Cases.Sum(@case => @case.Runs.Count);
            yield return string.Create(CultureInfo.InvariantCulture, $"{failed} of {runs} runs failed and {(failed == 1 ? "is" : "are")} not in "
                + $"the summaries; see {(failed == 1 ? "the reason" : "the reasons")} below.");
        }
    }
}

using System.Globalization;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Measuring;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reports;

/// <summary>What a job found, in sentences: the headline, then what a reader must know to believe it.</summary>
public static class Findings
{
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when there is no such benchmark any more.</param>
    public static IEnumerable<string> Of(JobDocument document, BenchmarkInfo? info)
    {
        yield return Headline.Of(document, info);

        if (Facts.Link(document) is { } link)
        {
            yield return $"Measured over a simulated link: {link}.";
        }

        foreach (var knees in (Curve.Of(document, info)?.Knees ?? []).GroupBy(knee => knee.Target))
        {
            var where = document.Request.Targets.Count > 1 ? $" on `{knees.Key}`" : "";
            yield return $"The cost of a {info!.TimePer ?? "run"} has doubled{where} at {Headline.List(knees.Select(knee => $"{Figures.Significant(knee.Point, knee.Point < 10 ? 2 : 3)} {info.Sweep!.Label} with `{knee.Strategy}`"))}.";
        }

        foreach (var @case in document.Cases)
        {
            if (Amplification.Of(@case, document.Cases, info) is { } factor)
            {
                yield return $"{Headline.FullName(@case, document)} wrote {Figures.Significant(factor)} times the fields that it should have.";
            }
        }

        var disturbed = document.Cases.SelectMany(CaseFigures.Disturbed).ToArray();
        if (disturbed.Length > 0)
        {
            yield return $"{Share(disturbed.Length, document.Cases.Sum(@case => CaseFigures.Timed(@case).Count), "disturbed")} and {LeftOut(disturbed)}; {Reasons(disturbed.Length)} below.";
        }

        var failed = document.Cases.Sum(@case => @case.Runs.Count(run => run.State == RunState.Failed));
        if (failed > 0)
        {
            var runs = document.Cases.Sum(@case => @case.Runs.Count);
            yield return string.Create(CultureInfo.InvariantCulture, $"{failed} of {runs} runs failed and {(failed == 1 ? "is" : "are")} no number; {Reasons(failed)} below.");
        }
    }

    private static string Share(int part, int all, string word) =>
        string.Create(CultureInfo.InvariantCulture, $"{part} of {all} timed runs {(part == 1 ? "was" : "were")} {word}");

    private static string LeftOut(Run[] disturbed)
    {
        var leftOut = disturbed.Count(run => run.LeftOut);
        return leftOut == 0 ? (disturbed.Length == 1 ? "counts all the same" : "count all the same")
            : leftOut == disturbed.Length ? (leftOut == 1 ? "is left out" : "are left out")
            : string.Create(CultureInfo.InvariantCulture, $"{leftOut} of them left out");
    }

    private static string Reasons(int runs) => runs == 1 ? "the reason stands" : "the reasons stand";
}

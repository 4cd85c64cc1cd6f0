using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Cli.SelfTest;

/// <summary>One comparison of a self-test: consecutive rounds, evaluated like a separate job.</summary>
/// <param name="Ratio">Ratio of the other case to the plain case; null when no round has a counted time of both.</param>
/// <param name="Base">Seconds of the plain case by round; null when its run failed.</param>
/// <param name="With">Seconds of the other case by round.</param>
public sealed record KnownComparison(Ratio? Ratio, IReadOnlyList<double?> Base, IReadOnlyList<double?> With)
{
    /// <summary>The comparisons of a job of <see cref="KnownDifference"/>, as far as it was run.</summary>
    /// <param name="document">The job.</param>
    /// <param name="rounds">Rounds per comparison.</param>
    public static IReadOnlyList<KnownComparison> Of(JobDocument document, int rounds) =>
    [
        .. from number in Enumerable.Range(0, document.Request.Runs / rounds)
           let first = document.Request.Warmups + (number * rounds)
           let cases = document.Cases.Select(@case => @case with { Runs = [.. @case.Runs.Where(run => run.Round >= first && run.Round < first + rounds)] }).ToArray()
           where cases.All(@case => @case.Runs.Count == rounds)
           let judged = Summaries.Of(cases, null, document.Request.Baseline)
           select new KnownComparison(judged[1].Summary?.Ratio, Seconds(judged[0]), Seconds(judged[1])),
    ];

    private static double?[] Seconds(CaseResult @case) => [.. @case.Runs.Select(run => run.IsCounted ? run.Seconds : null)];
}

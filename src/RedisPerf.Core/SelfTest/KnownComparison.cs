using RedisPerf.Core.Reports;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.SelfTest;

/// <summary>One comparison of a self test: consecutive rounds of its job, judged as a job of their own would be.</summary>
/// <param name="Ratio">Of the other case to the plain one; null when no round has a counted run of both.</param>
/// <param name="Base">The plain case's seconds, round by round; null where its run is no number.</param>
/// <param name="With">The other case's.</param>
public sealed record KnownComparison(Ratio? Ratio, IReadOnlyList<double?> Base, IReadOnlyList<double?> With)
{
    /// <summary>The comparisons of a job of <see cref="KnownDifference"/>, as far as it came.</summary>
    /// <param name="document">The job.</param>
    /// <param name="rounds">Rounds of one comparison.</param>
    public static IReadOnlyList<KnownComparison> Of(JobDocument document, int rounds) =>
    [
        .. from start in Enumerable.Range(0, document.Request.Runs / rounds).Select(number => document.Request.Warmups + (number * rounds))
           let cases = document.Cases.Select(@case => @case with { Runs = [.. @case.Runs.Where(run => run.Round >= start && run.Round < start + rounds)] }).ToArray()
           where cases.All(@case => @case.Runs.Count == rounds)
           let judged = Summaries.Of(cases, null, document.Request.Baseline)
           select new KnownComparison(judged[1].Summary?.Ratio, Seconds(judged[0]), Seconds(judged[1])),
    ];

    private static double?[] Seconds(CaseResult @case) => [.. @case.Runs.Select(run => Summaries.IsCounted(run) ? run.Seconds : null)];
}

using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Cli.SelfTest;

/// <summary>
/// One comparison of a self-test: consecutive rounds, evaluated like a separate job. In each round the two cases alternate
/// for a number of laps, and the times of each are summed: the shorter the interval between two runs, the more similar
/// the load on the machine.
/// </summary>
/// <param name="Ratio">Ratio of the other case to the plain case; null when no round has a counted time of both.</param>
/// <param name="Base">Seconds of the plain case by round; null when one of its runs failed.</param>
/// <param name="With">Seconds of the other case by round.</param>
public sealed record KnownComparison(Ratio? Ratio, IReadOnlyList<double?> Base, IReadOnlyList<double?> With)
{
    /// <summary>The comparisons of a job of <see cref="KnownDifference"/>, as far as it was run.</summary>
    /// <param name="document">The job.</param>
    /// <param name="rounds">Rounds per comparison.</param>
    /// <param name="laps">Runs of each case per round.</param>
    public static IReadOnlyList<KnownComparison> Of(JobDocument document, int rounds, int laps) =>
    [
        .. from number in Enumerable.Range(0, document.Request.Runs / (rounds * laps))
           let first = document.Request.Warmups + (number * rounds * laps)
           let cases = document.Cases.Select(@case => Rounds(@case, first, rounds, laps)).ToArray()
           where cases.All(@case => @case.Runs.Count == rounds)
           let judged = Summaries.Of(cases, null, document.Request.Baseline)
           select new KnownComparison(judged[1].Summary?.Ratio, Seconds(judged[0]), Seconds(judged[1])),
    ];

    // Each round becomes one run with the sum of its laps.
    private static CaseResult Rounds(CaseResult @case, int first, int rounds, int laps) => @case with
    {
        Runs =
        [
            .. from run in @case.Runs
               where run.Round >= first && run.Round < first + (rounds * laps)
               group run by (run.Round - first) / laps into round
               where round.Count() == laps
               select round.FirstOrDefault(run => !run.IsCounted) ?? round.First() with { Round = round.Key, Seconds = round.Sum(run => run.Seconds) },
        ],
    };

    private static double?[] Seconds(CaseResult @case) => [.. @case.Runs.Select(run => run.IsCounted ? run.Seconds : null)];
}

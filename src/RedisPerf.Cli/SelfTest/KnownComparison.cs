using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Cli.SelfTest;

/// <summary>
/// One comparison of a self test: consecutive rounds, judged as a job of their own would be. In each round both cases run
/// as often as there are laps, turn about, and their times are added up: the nearer two runs lie to each other, the more
/// of a machine's moods they share.
/// </summary>
/// <param name="Ratio">Of the other case to the plain one; null when no round has a counted time of both.</param>
/// <param name="Base">The plain case's seconds, round by round; null where one of its runs is no number.</param>
/// <param name="With">The other case's.</param>
public sealed record KnownComparison(Ratio? Ratio, IReadOnlyList<double?> Base, IReadOnlyList<double?> With)
{
    /// <summary>The comparisons of a job of <see cref="KnownDifference"/>, as far as it came.</summary>
    /// <param name="document">The job.</param>
    /// <param name="rounds">Rounds of one comparison.</param>
    /// <param name="laps">Runs of each case in a round.</param>
    public static IReadOnlyList<KnownComparison> Of(JobDocument document, int rounds, int laps) =>
    [
        .. from number in Enumerable.Range(0, document.Request.Runs / (rounds * laps))
           let first = document.Request.Warmups + (number * rounds * laps)
           let cases = document.Cases.Select(@case => Rounds(@case, first, rounds, laps)).ToArray()
           where cases.All(@case => @case.Runs.Count == rounds)
           let judged = Summaries.Of(cases, null, document.Request.Baseline)
           select new KnownComparison(judged[1].Summary?.Ratio, Seconds(judged[0]), Seconds(judged[1])),
    ];

    // Of each round one run that took as long as all its laps together.
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

using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>More rounds of a job in words, with the time that they take.</summary>
internal static class MoreRounds
{
    /// <summary><c>2 more rounds, 40 s</c>; without the time when it is not known.</summary>
    public static string Text(int rounds, JobDocument document) =>
        NumberFormat.Count(rounds, "more round")
            + (SecondsOf(document) is { } seconds ? $", {NumberFormat.RoughDuration(rounds * seconds)}" : "");

    // The whole time of the job includes the time off the clock. The time of a job that was continued includes its pauses.
    private static double? SecondsOf(JobDocument document)
    {
        var rounds = document.Cases.SelectMany(@case => @case.Runs).Select(run => run.Round + 1).DefaultIfEmpty().Max();
        if (rounds == 0)
        {
            return null;
        }

        return document is { Resumes: 0, StartedAt: { } started, EndedAt: { } ended } && ended > started
            ? (ended - started).TotalSeconds / rounds
            : document.Cases.Sum(@case => CaseStatistics.Median(@case, run => run.Seconds)) is > 0 and var seconds ? seconds : null;
    }
}

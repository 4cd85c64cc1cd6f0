using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>A cell of the strip of a job's rounds, which shows when the job was disturbed.</summary>
/// <param name="Text">The number of the timed round; with a sign when it was disturbed.</param>
/// <param name="Style">The class of the cell: <c>warm-up</c>, <c>hit</c> for a disturbed round, or empty.</param>
/// <param name="Title">The state in words, with what disturbed the round.</param>
public sealed record RoundState(string Text, string Style, string Title)
{
    /// <summary>From this share of disturbed runs on, a mark for each of them hides the other marks of a chart.</summary>
    private const double MarkedShare = 1.0 / 3;

    /// <summary>The rounds with a timed run or a warm-up, in their order; empty when no timed run was disturbed.</summary>
    public static IReadOnlyList<RoundState> Of(JobDocument document) =>
        document.Cases.All(@case => CaseStatistics.Disturbed(@case).Count == 0)
            ? []
            : [.. document.Cases.SelectMany(@case => @case.Runs).GroupBy(run => run.Round).OrderBy(round => round.Key)
                .Select(round => Of([.. round], document.Request.Warmups)).OfType<RoundState>()];

    /// <summary>Whether charts mark the disturbed runs: some timed runs are disturbed, but less than a third of them.</summary>
    public static bool AreMarked(IReadOnlyList<CaseResult> cases) =>
        cases.Sum(@case => CaseStatistics.Disturbed(@case).Count) is > 0 and var disturbed
            && disturbed < MarkedShare * cases.Sum(@case => CaseStatistics.Timed(@case).Count);

    private static RoundState? Of(Run[] runs, int warmups)
    {
        if (Array.TrueForAll(runs, run => run.Warmup))
        {
            return new("warm-up", "warm-up", "Warm-up: not included in the figures.");
        }

        var timed = Array.FindAll(runs, run => run.IsTimed);
        var number = string.Create(CultureInfo.InvariantCulture, $"{runs[0].Round - warmups + 1}");
        return timed.Length == 0 ? null
            : CaseText.Disturbances(timed) is { } disturbances ? new($"⚠ {number}", "hit", $"Round {number}: {disturbances}")
            : new(number, "", $"Round {number}: quiet.");
    }
}

using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Cli.SelfTest;

/// <summary>What one job of a <see cref="KnownDifference"/> says of the verdict. Its property order is the order in the JSON.</summary>
public sealed record SelfTestResult
{
    /// <summary>The benchmark's name.</summary>
    public required string Name { get; init; }

    public required JobEnvironment? Environment { get; init; }

    /// <summary>Rounds of one comparison.</summary>
    public required int Rounds { get; init; }

    /// <summary>Runs of each case in a round.</summary>
    public required int Laps { get; init; }

    public required VerdictTally Verdicts { get; init; }

    /// <summary>0 to 1: how often the verdict was wrong (same twice), or right (ten percent more); null without a comparison.</summary>
    public required double? Share { get; init; }

    /// <summary>What <see cref="Share"/> may be at most, or must be at least.</summary>
    public required double Limit { get; init; }

    public required bool Holds { get; init; }

    /// <summary>Of the plain case in a round, its laps together: the median over all rounds.</summary>
    public required double? MedianSeconds { get; init; }

    /// <summary>Standard deviation of the logarithm of a round's ratio: the median over the comparisons.</summary>
    public required double? RatioScatter { get; init; }

    /// <summary>Median over the comparisons of the other case's time over the plain one's.</summary>
    public required double? MedianRatio { get; init; }

    /// <summary>Seconds from the job's first run to its end, everything around the clock included; null when it did not end.</summary>
    public required double? Elapsed { get; init; }

    /// <summary>Times of a case in a round that are no number.</summary>
    public required int Failed { get; init; }

    public required IReadOnlyList<KnownComparison> Comparisons { get; init; }

    /// <summary>The result of a job that <see cref="KnownDifference.CreateJob"/> made, as far as it came.</summary>
    /// <param name="difference">What was measured.</param>
    /// <param name="document">The job.</param>
    /// <param name="rounds">Rounds of one comparison.</param>
    /// <param name="laps">Runs of each case in a round.</param>
    public static SelfTestResult Of(KnownDifference difference, JobDocument document, int rounds, int laps)
    {
        var comparisons = KnownComparison.Of(document, rounds, laps);
        var verdicts = VerdictTally.Of(comparisons);
        var share = verdicts.Comparisons == 0 ? null : (double?)difference.Counted(verdicts) / verdicts.Comparisons;
        return new()
        {
            Name = difference.Info.Name,
            Environment = document.Environment,
            Rounds = rounds,
            Laps = laps,
            Verdicts = verdicts,
            Share = share,
            Limit = difference.Limit,
            Holds = share is { } known && difference.IsWithinLimit(known),
            MedianSeconds = Median(comparisons.SelectMany(comparison => comparison.Base.OfType<double>())),
            RatioScatter = Median(comparisons.Select(Scatter).Where(double.IsFinite)),
            MedianRatio = Median(comparisons.Select(comparison => comparison.Ratio?.Value).OfType<double>()),
            Elapsed = (document.EndedAt - document.StartedAt)?.TotalSeconds,
            Failed = comparisons.Sum(comparison => comparison.Base.Concat(comparison.With).Count(seconds => seconds is null)),
            Comparisons = comparisons,
        };
    }

    // Not a number with fewer than two rounds.
    private static double Scatter(KnownComparison comparison) =>
        comparison.Base.Zip(comparison.With, (plain, other) => other / plain).OfType<double>().Select(ratio => Math.Log(ratio)).StandardDeviation();

    private static double? Median(IEnumerable<double> values) => values.ToArray() is { Length: > 0 } known ? known.Median() : null;
}

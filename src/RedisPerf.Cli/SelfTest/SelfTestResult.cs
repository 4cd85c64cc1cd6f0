using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Cli.SelfTest;

/// <summary>The verdicts of one job of a <see cref="KnownDifference"/>. The property order is the order in the JSON.</summary>
public sealed record SelfTestResult
{
    /// <summary>The benchmark's name.</summary>
    public required string Name { get; init; }

    public required JobEnvironment? Environment { get; init; }

    /// <summary>Rounds per comparison; the mean when each comparison runs until it is decided.</summary>
    public required double Rounds { get; init; }

    /// <summary>Slices of a run.</summary>
    public required int Slices { get; init; }

    public required VerdictTally Verdicts { get; init; }

    /// <summary>Share of wrong verdicts (same strategy twice) or of correct verdicts (10% more work), 0 to 1; null without comparisons.</summary>
    public required double? Share { get; init; }

    /// <summary>Upper or lower limit of <see cref="Share"/>.</summary>
    public required double Limit { get; init; }

    public required bool Holds { get; init; }

    /// <summary>Seconds of a run of the plain case: the median over all rounds.</summary>
    public required double? MedianSeconds { get; init; }

    /// <summary>Standard deviation of the logarithm of the ratio of a round: the median over the comparisons.</summary>
    public required double? RatioScatter { get; init; }

    /// <summary>Ratio of the other case's time to the plain case's: the median over the comparisons.</summary>
    public required double? MedianRatio { get; init; }

    /// <summary>Seconds from the job's first run to its end, including the time off the clock; null when the job did not end.</summary>
    public required double? Elapsed { get; init; }

    /// <summary>Number of failed times: rounds of a case with a failed run.</summary>
    public required int Failed { get; init; }

    public required IReadOnlyList<KnownComparison> Comparisons { get; init; }

    /// <summary>The result of a job that <see cref="KnownDifference.CreateJob"/> created, as far as it was run.</summary>
    /// <param name="difference">The measured difference.</param>
    /// <param name="rounds">Rounds per comparison; null for comparisons until they are decided.</param>
    public static SelfTestResult Of(KnownDifference difference, JobDocument document, int? rounds)
    {
        KnownComparison[] comparisons = [.. KnownComparison.All(document, rounds)];
        var verdicts = VerdictTally.Of(comparisons);
        var share = verdicts.Comparisons == 0 ? null : (double?)difference.Counted(verdicts) / verdicts.Comparisons;
        return new()
        {
            Name = difference.Info.Name,
            Environment = document.Environment,
            Rounds = rounds ?? comparisons.Select(comparison => comparison.Base.Count).DefaultIfEmpty().Average(),
            Slices = document.Request.Slices,
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

    // NaN with fewer than two rounds.
    private static double Scatter(KnownComparison comparison) =>
        comparison.Base.Zip(comparison.With, (plain, other) => other / plain).OfType<double>().Select(ratio => Math.Log(ratio)).StandardDeviation();

    private static double? Median(IEnumerable<double> values) => values.ToArray() is { Length: > 0 } known ? known.Median() : null;
}

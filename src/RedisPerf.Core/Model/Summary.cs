namespace RedisPerf.Core.Model;

/// <summary>The statistics of a case's ok runs, without warm-ups. Times in seconds, of a whole run, or of one operation for a benchmark
/// with a <c>TimePer</c>.</summary>
public sealed record Summary
{
    private static readonly Dictionary<string, double> Nothing = [];

    public required int Count { get; init; }
    public required double Min { get; init; }
    public required double Mean { get; init; }
    public required double Max { get; init; }
    public required double Median { get; init; }

    /// <summary>Lower end of the 95% bootstrap interval of the mean; null with fewer than five runs.</summary>
    public double? MeanLow { get; init; }

    /// <summary>Upper end of the 95% bootstrap interval of the mean; null with fewer than five runs.</summary>
    public double? MeanHigh { get; init; }

    /// <summary>Lower end of the 95% interval of the median; null with fewer than six runs.</summary>
    public double? MedianLow { get; init; }

    /// <summary>Upper end of the 95% interval of the median; null with fewer than six runs.</summary>
    public double? MedianHigh { get; init; }

    /// <summary>Sample standard deviation (n − 1); null with one run.</summary>
    public required double? StandardDeviation { get; init; }

    /// <summary>Standard deviation over mean; null with one run.</summary>
    public required double? CoefficientOfVariation { get; init; }

    /// <summary>By the median time; null where operations are not counted.</summary>
    public required double? OperationsPerSecond { get; init; }

    /// <summary>Useful bytes by the median time; null where they are not counted.</summary>
    public required double? PayloadBytesPerSecond { get; init; }

    /// <summary>Median over the runs of the client's CPU seconds over the wall's: 1.5 is one and a half cores. Null when not known, and
    /// when a slice takes less than 20 ms (median).</summary>
    public double? ClientBusy { get; init; }

    /// <summary>Median over the runs of the server's CPU seconds over the wall's; of a cluster, those of the busiest shard. Null when the
    /// engine does not report it, and when a slice takes less than 20 ms (median).</summary>
    public double? ServerBusy { get; init; }

    /// <summary>Which side kept the other waiting; null when one of the two figures is not known.</summary>
    public Bound? BoundBy { get; init; }

    /// <summary>Median over the rounds of time ÷ the floor's time in the same round; null where there is no floor, 1 for the floor itself.</summary>
    public double? FloorRatio { get; init; }

    /// <summary>The benchmark's own figures by name; null where it declares no figures.</summary>
    public IReadOnlyDictionary<string, double>? Figures { get; init; }

    /// <summary>Against the baseline; null for the baseline itself and where it has no run in common.</summary>
    public Ratio? Ratio { get; init; }

    /// <summary>Whether both have the same values, with the benchmark's own figures.</summary>
    public static bool AreEqual(Summary? one, Summary? other) => one is null || other is null
        ? one == other
        : one with { Figures = null } == other with { Figures = null }
            && (one.Figures ?? Nothing).OrderBy(figure => figure.Key, StringComparer.Ordinal)
                .SequenceEqual((other.Figures ?? Nothing).OrderBy(figure => figure.Key, StringComparer.Ordinal));
}

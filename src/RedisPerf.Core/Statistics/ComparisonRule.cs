namespace RedisPerf.Core.Statistics;

/// <summary>How the times of two cases of a job are compared.</summary>
/// <param name="PerOperation">Whether a time is the seconds of a run divided by its operations.</param>
/// <param name="Confidence">The confidence of the interval of a ratio.</param>
public readonly record struct ComparisonRule(bool PerOperation, double Confidence)
{
    /// <summary>The confidence of a job with a fixed number of rounds.</summary>
    public const double UsualConfidence = 0.95;

    /// <summary>Seconds of whole runs, with 95% confidence.</summary>
    public static ComparisonRule Usual { get; } = new(false, UsualConfidence);
}

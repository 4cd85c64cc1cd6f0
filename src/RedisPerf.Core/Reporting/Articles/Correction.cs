using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>Where an article erred.</summary>
/// <param name="Text">What was wrong and what it changes, in our words.</param>
public sealed record Correction(string Text)
{
    /// <summary>What a job measured of it, in a sentence; null when that job does not show it.</summary>
    public Func<JobDocument, string?>? Proof { get; init; }
}

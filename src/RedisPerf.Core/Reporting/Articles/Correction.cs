using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>A correction of an article.</summary>
/// <param name="Text">The error and its effect, in our words.</param>
public sealed record Correction(string Text)
{
    /// <summary>Returns a sentence with a job's measurement of the error; null when the job does not measure it.</summary>
    public Func<JobDocument, string?>? Proof { get; init; }
}

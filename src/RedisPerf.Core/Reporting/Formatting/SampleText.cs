using RedisPerf.Core.Payloads;
using RedisPerf.Core.Running;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>The sentence that a user confirms before RedisPerf reads a sample of existing keys.</summary>
public static class SampleText
{
    /// <param name="target">The name of the target.</param>
    /// <param name="pattern">The pattern of the keys.</param>
    /// <param name="count">Maximum number of values.</param>
    /// <param name="type">What the values are read from.</param>
    public static string Confirmation(string target, string pattern, int count, SampleType type) =>
        $"RedisPerf reads up to {NumberFormat.Whole(count)} values of {(type == SampleType.Hashes ? "fields of hashes" : "string keys")} that match {pattern} on {target}, at most {PayloadInput.MaximumTotalBytes >> 20} MB in {PayloadSampler.TimeLimit.TotalSeconds:0} s, and stores them in its data folder. It writes nothing to the server.";
}

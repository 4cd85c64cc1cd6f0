using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>One experiment. Found by its entry in the <see cref="Catalogue"/>, listed once, named for what it asks.</summary>
public interface IBenchmark
{
    BenchmarkInfo Info { get; }

    /// <summary>
    /// Strategy × sweep point of a validated request, the yardstick included. The cases of one call share their
    /// workload (payloads, keys) and live as long as the job.
    /// </summary>
    /// <param name="request">Validated: its strategies exist and its options are complete and in range.</param>
    /// <param name="keyPrefix">Every key that a case writes starts with it.</param>
    IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix);

    /// <summary>What a run of this request moves and needs, told before anything starts.</summary>
    JobEstimate Estimate(JobRequest request);
}

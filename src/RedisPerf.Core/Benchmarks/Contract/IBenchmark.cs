using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>One experiment, listed in the <see cref="Catalogue"/>.</summary>
public interface IBenchmark
{
    BenchmarkInfo Info { get; }

    /// <summary>The class from which its strategies of plug-ins derive; null when it is not open to them.</summary>
    Type? OpenTo => null;

    /// <summary>The benchmark with strategies of plug-ins; the same one when it is not open to them.</summary>
    IBenchmark With(IReadOnlyList<PluginStrategy> strategies) => this;

    /// <summary>Creates a case for each strategy and each combination of the options that a validated request varies, including the floor. The
    /// cases of one call share their workload (payloads, keys) and exist as long as the job.</summary>
    /// <param name="request">Validated: its strategies exist and its options are complete and in range.</param>
    /// <param name="keyPrefix">Prefix of every key that a case writes.</param>
    IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix);

    /// <summary>What the options of a request need from a server in addition to its strategies: capabilities and commands, as in
    /// <see cref="StrategyInfo.Needs"/>.</summary>
    /// <param name="request">Validated.</param>
    IEnumerable<string> NeedsOf(JobRequest request) => [];

    /// <summary>Estimates the data volume and memory of a run with one value of each option, before anything starts.</summary>
    /// <param name="request">Validated.</param>
    /// <param name="at">The values of the options that the request varies.</param>
    JobEstimate Estimate(JobRequest request, Coordinates at);

    /// <summary>Describes the work of a run of a strategy, for the estimate of its duration. By default it is one pipelined command with all
    /// bytes.</summary>
    /// <param name="strategy">A strategy of the request, or the floor.</param>
    /// <param name="request">Validated.</param>
    /// <param name="at">As for <see cref="Estimate(JobRequest, Coordinates)"/>.</param>
    RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at) =>
        new() { Commands = 1, Bytes = Estimate(request, at).PayloadBytes };

    /// <summary>Estimates the data volume and memory of the largest run of a job, before anything starts.</summary>
    JobEstimate Estimate(JobRequest request) => JobEstimate.Combine([.. Variants.Of(request).Select(at => Estimate(request, at))]);
}

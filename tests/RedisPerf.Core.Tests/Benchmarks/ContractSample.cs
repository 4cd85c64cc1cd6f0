using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>
/// What the contract test has to know of one benchmark: how small a job can be, how long, and what its runs must show
/// beside what every run must. Each benchmark of the catalogue has one, beside its own tests.
/// </summary>
public abstract class ContractSample
{
    /// <summary>Those of this assembly.</summary>
    public static IReadOnlyList<ContractSample> All { get; } =
        [.. typeof(ContractSample).Assembly.GetTypes().Where(type => type.IsSubclassOf(typeof(ContractSample))).Select(type => (ContractSample)Activator.CreateInstance(type)!)];

    /// <summary>The benchmark's name.</summary>
    public abstract string Benchmark { get; }

    /// <summary>Options, as JSON, of a job that takes a moment, odd enough that a wrong count shows; a sweep has a point or two.</summary>
    public abstract string SmallJob { get; }

    /// <summary>Options, as JSON, of a job whose every run takes a second at least, so that it can be cancelled in the middle.</summary>
    /// <param name="strategy">The one that the job has.</param>
    public abstract string LongJob(string strategy);

    /// <summary>Whether the strategy asks a server for anything: one that does not is over before it can be cancelled.</summary>
    public virtual bool IsOnServer(string strategy) => true;

    /// <summary>Looks at a run of the small job.</summary>
    public abstract void Check(string strategy, Run run);
}

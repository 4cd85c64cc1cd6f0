using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>The input of the contract test for one benchmark: options of a small job and of a long one, and checks in addition to those for
/// all runs. Each benchmark of the catalogue has a sample next to its own tests.</summary>
public abstract class ContractSample
{
    /// <summary>All samples in this assembly.</summary>
    public static IReadOnlyList<ContractSample> All { get; } =
        [.. typeof(ContractSample).Assembly.GetTypes().Where(type => type.IsSubclassOf(typeof(ContractSample)))
            .Select(type => (ContractSample)Activator.CreateInstance(type)!)];

    /// <summary>The sample of a benchmark of the catalogue.</summary>
    public static ContractSample Of(string benchmark) => All.Single(sample => sample.Benchmark == benchmark);

    /// <summary>The name of the benchmark.</summary>
    public abstract string Benchmark { get; }

    /// <summary>Options, as JSON, of a short job, with odd numbers so that a wrong count is detected; a sweep has one or two points.</summary>
    public abstract string SmallJob { get; }

    /// <summary>An option with two values that both differ from that of the small job.</summary>
    public abstract (string Option, string[] Values) Axis { get; }

    /// <summary>Options, as JSON, of a short job whose work two nodes can divide, with the work of the small job.</summary>
    public virtual string SharedJob => SmallJob;

    /// <summary>Options, as JSON, of a job whose runs take several times the 40 ms after which a test cancels one or breaks its connection.</summary>
    /// <param name="strategy">The strategy of the job. A slow one takes that time with fewer items.</param>
    public abstract string LongJob(string strategy);

    /// <summary>Whether the strategy uses a server. One that does not ends before it can be cancelled.</summary>
    public virtual bool IsOnServer(string strategy) => true;

    /// <summary>Whether several nodes can divide the work.</summary>
    public virtual bool CanBeShared => true;

    /// <summary>Strategies whose runs fail by design.</summary>
    public virtual IReadOnlyList<string> Unsafe => [];

    /// <summary>The strategies whose runs succeed, where the server supports them.</summary>
    public IEnumerable<StrategyInfo> Safe => Catalogue.Default.Find(Benchmark)!.Info.Strategies
        .Where(strategy => !strategy.IsReference && !Unsafe.Contains(strategy.Name));

    /// <summary>The safe strategies that each server of the tests supports.</summary>
    public IEnumerable<StrategyInfo> Supported => Safe.Where(strategy => !strategy.NeedsRecentServer());

    /// <summary>Checks a run of the small job.</summary>
    public abstract void Check(string strategy, Run run);

    /// <summary>Checks a run of the small job with the values of a user, which differ in size.</summary>
    public virtual void CheckPayload(string strategy, Run run, IReadOnlyList<byte[]> values) =>
        throw new NotSupportedException($"{Benchmark} takes no payload.");

    /// <summary>Options, as JSON, of a short job whose generated values have several sizes; null when the benchmark has no such option.</summary>
    public virtual string? SizesJob => null;

    /// <summary>Checks a run of the job with several sizes.</summary>
    public virtual void CheckSizes(string strategy, Run run, JobRequest request) =>
        run.PayloadBytes.ShouldBe(Catalogue.Default.Find(Benchmark)!.Estimate(request).PayloadBytes);

    /// <summary>The options of a job, of a varied one the first value.</summary>
    /// <param name="options">As JSON.</param>
    protected static T OptionsOf<T>(string options) =>
        (JobRequest.None with { Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)! }).OptionsAt<T>(Coordinates.None);

    /// <summary>The reason why a strategy cannot use JSON values of a user; null when it can.</summary>
    public virtual ReasonCode? PayloadRefusal(string strategy) => null;

    /// <summary>The reason why a strategy cannot use values of several sizes; null when it can.</summary>
    public virtual ReasonCode? SizesRefusal(string strategy) => null;
}

using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;

namespace RedisPerf.Cli.SelfTest;

/// <summary>
/// A benchmark of two cases whose difference is known beforehand, so that the verdict can be judged: the strategy
/// <c>batch</c> of <c>insert</c>, and the same again, or the same with a tenth of the documents written twice. It is in no
/// catalogue of a user's.
/// </summary>
public sealed class KnownDifference : IBenchmark
{
    /// <summary>Until the compiler has made the hot code fast, a run takes longer than the next one.</summary>
    private const int Warmups = 10;

    private const string Baseline = "batch";

    private static readonly StrategyInfo Plain = Batch.Info;

    private const int Keys = 10;

    private readonly StrategyInfo _other;
    private readonly Func<StrategyInfo, InsertWorkload, Case> _create;

    private KnownDifference(string name, string question, StrategyInfo other, Func<StrategyInfo, InsertWorkload, Case> create)
    {
        (_other, _create) = (other, create);
        Info = new(name, name, question, OptionsSchema.For<InsertOptions>(), [Plain, other]) { Baseline = Baseline };
    }

    /// <summary>The same strategy under two names.</summary>
    public static KnownDifference None { get; } = new(
        "same-twice",
        "How often does the verdict see a difference where there is none?",
        new("batch-again", "Batch again", "The very same as batch.", typeof(Batch)),
        (info, workload) => new NamedCase(info, new Batch(workload)))
    {
        PayloadBytes = 32_768,
        Claim = "The same strategy twice",
        Words = "faster or slower",
        Counted = verdicts => verdicts.Faster + verdicts.Slower,
        Limit = 0.05,
        IsLimitUpper = true,
    };

    /// <summary>Against it, a tenth of the documents written twice.</summary>
    public static KnownDifference TenPercentMore { get; } = new(
        "ten-percent-more",
        "How often does the verdict see that a strategy does a tenth more?",
        new("batch-with-repeats", "Batch with repeats", "Batch, every tenth document written twice.", typeof(BatchWithRepeats)),
        (info, workload) => new BatchWithRepeats(info, workload))
    {
        // The first write to a page of memory takes much of a large document's time, and on a virtual machine one cannot
        // tell how much: of small ones the time is the commands', and scatters less.
        PayloadBytes = 256,
        Claim = "A tenth of the documents written twice",
        Words = "slower",
        Counted = verdicts => verdicts.Slower,
        Limit = 0.90,
    };

    public BenchmarkInfo Info { get; }

    /// <summary>Of each document.</summary>
    public required int PayloadBytes { get; init; }

    /// <summary>What is compared, for a sentence.</summary>
    public required string Claim { get; init; }

    /// <summary>The verdicts that <see cref="Counted"/> counts, for a sentence.</summary>
    public required string Words { get; init; }

    /// <summary>Of the comparisons, those whose verdict the limit is about.</summary>
    public required Func<VerdictTally, int> Counted { get; init; }

    /// <summary>Share of the comparisons, 0 to 1, that <see cref="Counted"/> may count at most, or must count at least.</summary>
    public required double Limit { get; init; }

    public bool IsLimitUpper { get; private init; }

    /// <summary>Whether a share of comparisons, 0 to 1, keeps the limit.</summary>
    public bool IsWithinLimit(double share) => IsLimitUpper ? share <= Limit : share >= Limit;

    /// <summary>One job whose consecutive groups of runs are the comparisons.</summary>
    /// <param name="target">The target's name.</param>
    /// <param name="comparisons">How many groups.</param>
    /// <param name="rounds">How many rounds in each.</param>
    /// <param name="laps">How often each case runs in a round.</param>
    /// <param name="items">Documents that a run writes.</param>
    /// <param name="seed">Orders the two cases within each lap.</param>
    public Job CreateJob(string target, int comparisons, int rounds, int laps, int items, long seed) => Job.Create(
        new JobRequest
        {
            Benchmark = Info.Name,
            Strategies = [.. Info.Strategies.Select(strategy => strategy.Name)],
            Baseline = Baseline,
            Options = Info.Options.Read(JsonSerializer.SerializeToElement(new InsertOptions { Items = items, PayloadBytes = PayloadBytes, Keys = Math.Min(Keys, items) }, ModelJson.Options).Deserialize<Dictionary<string, JsonElement>>()!, fromText: false, []),
            Targets = [target],
            Runs = comparisons * rounds * laps,
            Warmups = Warmups,
            Seed = seed,
        },
        RequestedBy.Cli,
        DateTimeOffset.UtcNow);

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var workload = new InsertWorkload(request.OptionsAs<InsertOptions>(), keyPrefix);
        return [new NamedCase(Plain, new Batch(workload)), _create(_other, workload)];
    }

    public JobEstimate Estimate(JobRequest request) =>
        new InsertBenchmark().Estimate(request);
}

using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;

namespace RedisPerf.Cli.SelfTest;

/// <summary>A benchmark of two cases with a known difference, which tests the verdict: the strategy <c>batch</c> of <c>insert</c>, and
/// either the same strategy again, the same strategy at another value of an axis, or the same with 10% of the documents written twice. It is
/// not in the catalogue.</summary>
public sealed class KnownDifference : IBenchmark
{
    /// <summary>Warm-up runs until the compiler has optimized the hot code.</summary>
    private const int Warmups = 10;

    private const string Baseline = "batch";

    private static readonly StrategyInfo Plain = Batch.Info;

    /// <summary>Minimum number of hashes. With more slices, each slice is one hash.</summary>
    private const int Keys = 10;

    private readonly Coordinates[] _at;
    private readonly Func<InsertWorkload, Case> _create;

    private KnownDifference(string name, string question, StrategyInfo other, Func<StrategyInfo, InsertWorkload, Case> create)
        : this(name, question, OptionsSchema.For<InsertOptions>(), [Plain, other], workload => create(other, workload))
    {
    }

    private KnownDifference(
        string name, string question, OptionsSchema options, StrategyInfo[] strategies, Func<InsertWorkload, Case> create,
        params Coordinates[] at)
    {
        (_at, _create) = (at, create);
        Info = new(name, name, question, options, strategies) { Baseline = Baseline };
    }

    /// <summary>The same strategy with two names.</summary>
    public static KnownDifference None { get; } = new(
        "same-twice",
        "How often does the verdict report a difference between identical strategies?",
        new("batch-again", "Batch again", "The same as batch.", typeof(Batch)),
        (info, workload) => new NamedCase(info, Batch.Create(workload)))
    {
        PayloadBytes = 32_768,
        Claim = "The same strategy twice",
        Words = "faster or slower",
        Counted = verdicts => verdicts.Faster + verdicts.Slower,
        Limit = 0.05,
        IsLimitUpper = true,
    };

    /// <summary>The same strategy at two values of an axis without effect.</summary>
    public static KnownDifference NoneAlongAxis { get; } = new(
        "same-along-axis",
        "How often does the verdict report a difference between two values of an option without effect?",
        OptionsSchema.For<OptionsWithoutEffect>(),
        [Plain],
        workload => new NamedCase(Plain, Batch.Create(workload)),
        [.. OptionsWithoutEffect.Values])
    {
        PayloadBytes = 32_768,
        Claim = "The same strategy at two values of an option without effect",
        Words = "faster or slower",
        Counted = verdicts => verdicts.Faster + verdicts.Slower,
        Limit = 0.05,
        IsLimitUpper = true,
    };

    /// <summary>The plain strategy compared with 10% more work.</summary>
    public static KnownDifference TenPercentMore { get; } = new(
        "ten-percent-more",
        "How often does the verdict detect 10% more work?",
        new("batch-with-repeats", "Batch with repeats", "Batch with every tenth document written twice.", typeof(BatchWithRepeats)),
        (info, workload) => new BatchWithRepeats(info, workload))
    {
        // For large documents, most of the time is the first write to a memory page, which varies on a virtual machine. For
        // small documents the time is that of the commands and varies less.
        PayloadBytes = 256,
        Claim = "10% of the documents written twice",
        Words = "slower",
        Counted = verdicts => verdicts.Slower,
        Limit = 0.90,
    };

    public BenchmarkInfo Info { get; }

    /// <summary>Size of a document in bytes.</summary>
    public required int PayloadBytes { get; init; }

    /// <summary>The comparison, as the start of a sentence.</summary>
    public required string Claim { get; init; }

    /// <summary>The verdicts that <see cref="Counted"/> counts, for a sentence.</summary>
    public required string Words { get; init; }

    /// <summary>Counts the verdicts that the limit applies to.</summary>
    public required Func<VerdictTally, int> Counted { get; init; }

    /// <summary>Upper or lower limit of the share of comparisons, 0 to 1, that <see cref="Counted"/> counts.</summary>
    public required double Limit { get; init; }

    public bool IsLimitUpper { get; private init; }

    /// <summary>Whether a share of comparisons, 0 to 1, is within the limit.</summary>
    public bool IsWithinLimit(double share) => IsLimitUpper ? share <= Limit : share >= Limit;

    /// <summary>Creates one job whose consecutive groups of rounds are the comparisons.</summary>
    /// <param name="target">The target's name.</param>
    /// <param name="comparisons">Number of groups.</param>
    /// <param name="rounds">Rounds per group.</param>
    /// <param name="slices">Slices of a run.</param>
    /// <param name="items">Documents that a run writes.</param>
    /// <param name="seed">Seed of the order of the two cases within a turn.</param>
    public Job CreateJob(string target, int comparisons, int rounds, int slices, int items, long seed) => CommandJob.CreateUnlisted(
        Info, new InsertOptions { Items = items, PayloadBytes = PayloadBytes, Keys = Math.Min(Math.Max(Keys, slices), items) }, target,
        comparisons * rounds, slices, Warmups, seed);

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var workload = new InsertWorkload(request.OptionsAt<InsertOptions>(Coordinates.None), keyPrefix);
        var slices = request.Slices == 1 ? [] : workload.Slices(request.Slices);
        Case[] cases = [Create(part => new NamedCase(Plain, Batch.Create(part))), Create(_create)];
        foreach (var (index, at) in _at.Index())
        {
            cases[index].At = at;
        }

        return cases;

        Case Create(Func<InsertWorkload, Case> create)
        {
            var whole = create(workload);
            whole.Slices = [.. slices.Select(create)];
            return whole;
        }
    }

    public JobEstimate Estimate(JobRequest request, Coordinates at) => new InsertBenchmark().Estimate(request, at);
}

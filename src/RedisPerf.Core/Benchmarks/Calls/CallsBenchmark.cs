using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>Asynchronous, synchronous, and synchronous over asynchronous calls: what do they cost when many callers share the thread
/// pool?</summary>
public sealed class CallsBenchmark : IBenchmark
{
    /// <summary>A key of 51 bytes, and the header of its value, plus growth of the table.</summary>
    private const long ServerBytesPerKey = 200;

    /// <summary>A key with the client's struct, and its part of the verification.</summary>
    private const long ClientBytesPerKey = 160;

    /// <summary>The random bytes and the histogram.</summary>
    private const long ClientBytes = 16 << 20;

    /// <summary>The touched part of the stack of a thread: an upper limit for each caller.</summary>
    private const long ClientBytesPerCaller = 128 << 10;

    private static readonly IReadOnlyList<(StrategyInfo Info, Func<CallsWorkload, CallsOptions, Case> Create)> Strategies =
    [
        (Await.Info, (workload, options) => new Await(workload, options)),
        (Sync.Info, (workload, options) => new Sync(workload, options)),
        (Result.Info, (workload, options) => new Result(workload, options)),
        (TaskRun.Info, (workload, options) => new TaskRun(workload, options)),
    ];

    public BenchmarkInfo Info { get; } = new(
        "calls",
        "Async, sync, sync over async",
        "What do synchronous calls cost when many callers share the thread pool?",
        OptionsSchema.For<CallsOptions>(),
        [.. Strategies.Select(strategy => strategy.Info), MachineReference.Info])
    {
        Baseline = Await.Info.Name,
        // The differences are large, and a run takes seconds.
        Runs = 3,
        // A run takes a fixed time, so only times per call are comparable.
        TimePer = "call",
        StoresData = false,
        Verb = "read",
        Columns = CallsColumns.All,
        Presets =
        [
            Preset.Create(Preset.QuickLook, "Quick look", 3, new CallsOptions { SecondsPerRun = 1 }, (CallsOptions.CallersName, [1, 64])),
            Preset.Create("how-many-threads", "How many threads?", 3, new CallsOptions(),
                (CallsOptions.CallersName, [64]), ("minThreads", [0, 16, 64, 256])) with
            {
                Strategies = [Await.Info.Name, Sync.Info.Name, Result.Info.Name],
            },
        ],
    };

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var workloads = new VariantData<CallsOptions, CallsWorkload>(options => new(options, keyPrefix));
        return Variants.CreateCases<CallsOptions>(request, Info, (strategy, variant) =>
            Strategies.Single(each => each.Info == strategy).Create(workloads.Of(DataOf(variant.Options)), variant.Options));
    }

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<CallsOptions>(at);
        return new() { Seconds = options.SecondsPerRun, LoadedCommands = options.Keys, CheckedCommands = 2.0 * options.Keys };
    }

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<CallsOptions>(at);
        return new(
            (long)options.Keys * options.PayloadBytes,
            options.Keys * (ServerBytesPerKey + options.PayloadBytes),
            ClientBytes + (options.Keys * ClientBytesPerKey) + (options.Callers * ClientBytesPerCaller),
            OptionsSchema.NameOf(nameof(CallsOptions.Keys)))
        {
            Keys = options.Keys,
            KeptBytes = options.Keys * ClientBytesPerKey,
            Data = DataOf(options),
        };
    }

    // The data does not depend on the other options.
    private static CallsOptions DataOf(CallsOptions options) =>
        new() { Keys = options.Keys, PayloadBytes = options.PayloadBytes, Seed = options.Seed };
}

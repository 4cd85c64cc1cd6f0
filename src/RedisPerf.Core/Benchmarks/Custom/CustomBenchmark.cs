using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Custom;

/// <summary>The work of a user on separate keys. All its strategies are of plug-ins, and so are its options.</summary>
/// <param name="plugins">The strategies of plug-ins.</param>
public sealed class CustomBenchmark(IReadOnlyList<PluginStrategy> plugins) : IBenchmark
{
    public CustomBenchmark()
        : this([])
    {
    }

    public BenchmarkInfo Info { get; } = new BenchmarkInfo(
        "custom",
        "Custom",
        "Which of your own ways to do your own work is fastest?",
        OptionsSchema.For<CustomOptions>(),
        plugins.Count == 0 || plugins.Any(strategy => strategy.IsFloor) ? [] : [MachineReference.Info])
    {
        Baseline = plugins.FirstOrDefault(strategy => !strategy.IsFloor)?.Name ?? "",
        StrategiesDefineWork = true,
        StoresData = false,
        Verb = "read or wrote",
    }.With(plugins, typeof(CustomCase));

    public Type? OpenTo => typeof(CustomStrategy);

    public IBenchmark With(IReadOnlyList<PluginStrategy> strategies) => new CustomBenchmark(strategies);

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix) => Variants.CreateCases<CustomOptions>(
        request,
        Info,
        (strategy, variant) => plugins.Find(strategy) is { } added
            ? new CustomCase(strategy, new(keyPrefix, variant.Options.Seed), added.CreateAt<CustomStrategy>(request, variant.At),
                [.. added.Options.Select(option => option.Name)])
            : null);

    // The work depends on the code of the plug-in.
    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at) => new() { Seconds = 1 };

    public JobEstimate Estimate(JobRequest request, Coordinates at) => new(0, 0, 0, OptionsSchema.NameOf(nameof(CustomOptions.Seed)));
}

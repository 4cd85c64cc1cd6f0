using RedisPerf.Core.Benchmarks.Cache;
using RedisPerf.Core.Benchmarks.Calls;
using RedisPerf.Core.Benchmarks.CompareAndSet;
using RedisPerf.Core.Benchmarks.Connections;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Custom;
using RedisPerf.Core.Benchmarks.HgetDecode;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Benchmarks.ListPush;
using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Benchmarks.Mget;
using RedisPerf.Core.Benchmarks.OnlineUsers;
using RedisPerf.Core.Benchmarks.Pipelining;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Benchmarks.SetWithExpiry;

namespace RedisPerf.Core.Benchmarks;

/// <summary>All benchmarks. A new benchmark is one folder and one line here.</summary>
public sealed class Catalogue(IReadOnlyList<IBenchmark> benchmarks)
{
    public static Catalogue Default { get; } = new([new InsertBenchmark(), new MgetBenchmark(), new OnlineUsersBenchmark(),
        new PipeliningBenchmark(), new ListPushBenchmark(), new LoadBenchmark(), new ConnectionsBenchmark(), new HgetDecodeBenchmark(),
        new SetWithExpiryBenchmark(), new CompareAndSetBenchmark(), new CallsBenchmark(), new CacheBenchmark(), new CustomBenchmark()]);

    /// <summary>Those with strategies.</summary>
    public IReadOnlyList<IBenchmark> Benchmarks { get; } = [.. benchmarks.Where(benchmark => benchmark.Info.Strategies.Count > 0)];

    /// <summary>The benchmarks that are open to strategies of plug-ins.</summary>
    internal IEnumerable<IBenchmark> Open => benchmarks.Where(benchmark => benchmark.OpenTo is not null);

    /// <summary>The benchmarks with the strategies of plug-ins.</summary>
    public Catalogue With(IReadOnlyList<Plugin> plugins) => plugins.Count == 0 ? this
        : new([.. benchmarks.Select(benchmark => benchmark.With(
            [.. from plugin in plugins from strategy in plugin.Strategies where strategy.Benchmark == benchmark.Info.Name select strategy]))]);

    public IBenchmark? Find(string? name) => Benchmarks.FirstOrDefault(benchmark => benchmark.Info.Name == name);
}

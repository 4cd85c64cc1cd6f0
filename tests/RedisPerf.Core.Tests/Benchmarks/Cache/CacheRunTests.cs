using System.Collections.Concurrent;
using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Cache;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Cache;

/// <summary>Runs with layers whose staleness and reads of the source are known.</summary>
public sealed class CacheRunTests
{
    private static readonly CacheOptions Options =
        new() { Keys = 10, PayloadBytes = 64, SecondsPerRun = 0.4, WritesPerSecond = 100, Callers = 4, SourceSeconds = 0.002 };

    [Fact]
    public async Task A_layer_that_always_reads_the_source_is_never_stale()
    {
        var work = await RunAsync(() => new NoCache());

        work.Measurements["staleShare"].ShouldBe(0);
        work.Measurements.ShouldNotContainKey("staleMax");
        work.Measurements["sourceShare"].ShouldBe(1);
        work.Measurements["keysLeftStale"].ShouldBe(0);
    }

    [Fact]
    public async Task A_layer_that_ignores_changes_returns_stale_values_as_old_as_the_changes()
    {
        var work = await RunAsync(() => new NeverChanges());

        // About 40 changes of 10 keys: after half of the run, most keys have changed.
        work.Measurements["staleShare"].ShouldBeInRange(0.2, 0.95);
        work.Measurements["staleMax"].ShouldBeInRange(0.1, 1);
        work.Measurements["staleMedian"].ShouldBeLessThan(work.Measurements["staleMax"]);
        work.Measurements["sourceShare"].ShouldBe(0);
    }

    [Fact]
    public async Task Callers_that_miss_at_the_same_time_all_read_the_source()
    {
        var work = await RunAsync(() => new StringGet(), Options with { Keys = 1, Instances = 2, SourceSeconds = 0.02, WritesPerSecond = 10 });

        // Each of the 8 callers reads the same removed value.
        work.Measurements["sourceReadsPerVersion"].ShouldBeInRange(2, 16);
    }

    [Fact]
    public async Task Replaced_values_need_no_read_of_the_source()
    {
        var work = await RunAsync(() => new StringGet(), Options with { OnChange = CacheChange.Set });

        work.Measurements["sourceShare"].ShouldBe(0);
        work.Measurements["staleShare"].ShouldBe(0, "the server is the only cache");
        work.Measurements["changes"].ShouldBeInRange(2, 40);
    }

    [Fact]
    public async Task A_wrong_value_fails_the_run()
    {
        var failure = await Should.ThrowAsync<VerificationException>(() => RunAsync(() => new WrongVersion()));

        failure.Reason.Code.ShouldBe(ReasonCode.ValueDiffers);
        failure.Reason.Args["actual"].ShouldBe("64 bytes, version 1000000");
    }

    private static Task<WorkDone> RunAsync(Func<CacheStrategy> create, CacheOptions? options = null) =>
        RedisRun.OfAsync(new CacheCase(StringGet.Info, new(options ?? Options, "redisperf:cache:"), create));

    private class NoCache : CacheStrategy
    {
        public override async Task ExecuteAsync(CacheWork work, RunContext context, CancellationToken ct) => work.Read = await work.LoadAsync(ct);

        public override Task ChangeAsync(CacheWork work, RunContext context, CancellationToken ct) => Task.CompletedTask;
    }

    private sealed class NeverChanges : NoCache
    {
        private readonly ConcurrentDictionary<string, byte[]> _values = new();

        public override async Task ExecuteAsync(CacheWork work, RunContext context, CancellationToken ct) =>
            work.Read = _values.TryGetValue(work.Key, out var known) ? known : _values[work.Key] = await work.LoadAsync(ct);
    }

    private sealed class WrongVersion : NoCache
    {
        public override async Task ExecuteAsync(CacheWork work, RunContext context, CancellationToken ct)
        {
            var value = await work.LoadAsync(ct);
            BitConverter.TryWriteBytes(value.AsSpan(4), 1_000_000);
            work.Read = value;
        }
    }
}

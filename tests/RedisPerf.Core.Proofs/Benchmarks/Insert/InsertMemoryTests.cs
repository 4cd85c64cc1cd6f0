using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;
using RedisPerf.Core.Tests;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Proofs.Benchmarks.Insert;

/// <summary>The memory of this process does not grow with the items of a job. The counters are those of the process, so no other test
/// runs at the same time.</summary>
[Collection(nameof(ProcessCounters))]
public class InsertMemoryTests(RunningServer server) : IClassFixture<RunningServer>
{
    private const long Watermark = 64 << 20;

    [Fact]
    public async Task Each_strategy_writes_400_MB_with_64_MB_of_memory()
    {
        SkipUnlessMeasurable();
        string[] strategies = [.. new InsertBenchmark().Info.Strategies.Where(strategy => strategy is { AsPublished: false, IsFloor: false }
                && !strategy.NeedsRecentServer())
            .Select(strategy => strategy.Name)];
        // It sizes the GC heap, which depends on the L3 cache of the machine.
        await RunAsync(4_000);

        var ended = await RunAsync(12_500);

        ended.Select(item => item.Case.Strategy).ShouldBe([.. strategies, "floor"], ignoreOrder: true);
        foreach (var (@case, run) in ended)
        {
            run.State.ShouldBe(RunState.Ok, @case.Strategy);
            run.PayloadBytes.ShouldBe(409_600_000, @case.Strategy);
            run.Client!.WorkingSetGrowth.ShouldNotBeNull(@case.Strategy).ShouldBeLessThan(Watermark, @case.Strategy);
        }

        async Task<JobEvent.RunEnded[]> RunAsync(int items)
        {
            var job = TestJobs.Insert(strategies, $$"""{"items": {{items}}, "payloadBytes": 32768, "compressionLevel": "fastest"}""");
            return (await TestJobs.RunAsync(Whole(job), server.Target)).Ended();
        }
    }

    [Fact]
    public async Task Published_code_needs_at_most_the_estimated_memory()
    {
        SkipUnlessMeasurable();
        // These queue the whole job. The transactions and the Lua calls keep one of each only. What the collector has not yet freed
        // counts too, so the smaller of two runs has the bound.
        var job = TestJobs.Insert(["batch-as-published", "gzip-as-published", "messagepack-as-published", "gzip-messagepack-as-published"],
            """{"items": 3000, "compressionLevel": "fastest"}""", runs: 2);
        var estimate = new InsertBenchmark().Estimate(job.Request, Coordinates.None).ClientMemoryBytes;

        var runs = (await TestJobs.RunAsync(job, server.Target)).Ended();

        estimate.ShouldBeGreaterThan(3_000 * 32_768);
        runs.Length.ShouldBe(10);
        foreach (var runsOfCase in runs.GroupBy(ended => ended.Case.Strategy))
        {
            runsOfCase.ShouldAllBe(ended => ended.Run.State == RunState.Ok, runsOfCase.Key);
            runsOfCase.Min(ended => ended.Run.Client!.WorkingSetGrowth.ShouldNotBeNull(runsOfCase.Key))
                .ShouldBeLessThan(estimate + Watermark, runsOfCase.Key);
        }

        runs.Max(ended => ended.Run.Client!.WorkingSetGrowth!.Value).ShouldBeGreaterThan(estimate / 2, "the estimate is not too high");
    }

    [Fact]
    public async Task Batch_allocates_little_per_item()
    {
        RunningServer.SkipWithoutRedis();

        var runs = (await TestJobs.RunAsync(Whole(TestJobs.Insert(["batch"], """{"items": 10000}""", runs: 3, warmups: 1)), server.Target)).Ended();

        // The client allocates 264 bytes per command, and several MB of buffers in a run before which a collection freed the
        // previous ones, or in which other programs slow the server down. So the smallest of three runs has the bound.
        var allocated =
            runs.Where(ended => ended.Case.Strategy == "batch" && !ended.Run.Warmup).Min(ended => ended.Run.Client!.AllocatedBytes!.Value);
        (allocated / 10_000).ShouldBeLessThan(1400);
    }

    private static void SkipUnlessMeasurable()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux can reset the peak memory of a process for each run.");
        RunningServer.SkipWithoutRedis();
    }

    // Each slice has a new connection with its own buffers.
    private static Job Whole(Job job) => job with { Request = job.Request with { Slices = 1 } };
}

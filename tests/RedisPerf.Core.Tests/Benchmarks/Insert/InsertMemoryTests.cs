using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Benchmarks.Insert;

/// <summary>What a job takes of this process does not grow with its items. The counters are the process's own, so nothing else runs meanwhile.</summary>
[Collection(nameof(ProcessCounters))]
public class InsertMemoryTests(RunningServers servers) : IClassFixture<RunningServers>
{
    private const long Watermark = 64 << 20;

    public static TheoryData<string> Strategies => [.. new InsertBenchmark().Info.Strategies.Where(strategy => strategy.IsDefault).Select(strategy => strategy.Name)];

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task Eight_hundred_megabytes_pass_through_64_MB(string strategy)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux tells a process's peak of memory anew for each run.");
        RunningServers.SkipUnlessThere("local");
        var job = TestJobs.Insert([strategy], """{"items": 25000, "payloadBytes": 32768, "compressionLevel": "fastest"}""", warmups: 1);

        // The warm-up also sets up the collector's heap. Its size depends on the L3 cache of the machine.
        var runs = (await TestJobs.RunAsync(job, servers.Find("local"))).Runs().Where(run => !run.Warmup).ToArray();

        runs.ShouldAllBe(run => run.State == RunState.Ok);
        runs.ShouldAllBe(run => run.PayloadBytes == 819_200_000);
        runs.ShouldAllBe(run => run.Client!.WorkingSetGrowth < Watermark);
    }

    [Fact]
    public async Task A_batch_allocates_little_for_each_item()
    {
        RunningServers.SkipUnlessThere("local");

        var runs = (await TestJobs.RunAsync(TestJobs.Insert(["batch"], """{"items": 10000}""", warmups: 1), servers.Find("local"))).Ended();

        // The client: 264 bytes for each command, and up to 6 MB of buffers when the collection before the run has freed the last ones.
        var batch = runs.Single(ended => ended.Case.Strategy == "batch" && !ended.Run.Warmup).Run;
        (batch.Client!.AllocatedBytes!.Value / 10_000).ShouldBeLessThan(1400);
    }
}

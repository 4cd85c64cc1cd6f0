using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;
using RedisPerf.Core.Proofs.Targets;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Benchmarks.Insert;

/// <summary>A relay delays the first reply of each connection.</summary>
public sealed class SlowFirstReplyTests
{
    private static readonly TimeSpan Delay = TimeSpan.FromSeconds(0.6);

    [Fact]
    public async Task The_floor_does_not_measure_it()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var relay = new SlowStartRelay(redis.Port, Delay);
        var job = TestJobs.Insert(["hset"], """{ "items": 60, "payloadBytes": 3000 }""", runs: 3);

        var events = await TestJobs.RunAsync(job, new ConfiguredTarget("mine", $"127.0.0.1:{relay.Port}"));

        events.Runs().Length.ShouldBe(6);
        events.Runs().ShouldAllBe(run => run.State == RunState.Ok && run.Seconds < Delay.TotalSeconds);
        var document = JobDocuments.Create(job with { State = JobState.Completed }, events.Ended(), new InsertBenchmark().Info);
        document.Cases.Single(@case => @case.Strategy == "hset").Summary!.FloorRatio!.Value.ShouldBeGreaterThan(0.1);
    }

    [Theory]
    [InlineData("connections", "get", """{ "items": 200, "keys": 20, "payloadBytes": 100, "connections": "4" }""")]
    [InlineData("hget-decode", "hget", """{ "items": 100, "keys": 5, "payloadBytes": 1000 }""")]
    [InlineData("pipelining", "pipelined", """{ "items": 100, "batchSizes": "10", "payloadBytes": 100 }""")]
    [InlineData("list-push", "lpush", """{ "items": 100 }""")]
    public async Task The_connections_of_the_other_benchmarks_do_not_measure_it(string benchmark, string strategy, string options)
    {
        await using var redis = await RedisServer.StartAsync();
        await using var relay = new SlowStartRelay(redis.Port, Delay);

        var events = await TestJobs.RunAsync(
            TestJobs.Of(TestJobs.Draft(benchmark, [strategy], options)), new ConfiguredTarget("mine", $"127.0.0.1:{relay.Port}"));

        events.Runs().ShouldNotBeEmpty();
        events.Runs().ShouldAllBe(run => run.State == RunState.Ok && run.Seconds < Delay.TotalSeconds);
    }
}

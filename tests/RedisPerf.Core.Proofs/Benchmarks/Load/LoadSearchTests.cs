using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Model;
using RedisPerf.Core.Proofs.Targets;
using RedisPerf.Core.Running;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Benchmarks.Load;

/// <summary>The searched rate of a redis-server behind a relay with a known capacity.</summary>
[Collection(nameof(ProcessCounters))]
public sealed class LoadSearchTests
{
    private const double Limit = 0.1;
    private const double Seconds = 2;

    [Theory]
    [InlineData(1_500)]
    [InlineData(4_000)]
    public async Task The_interval_contains_the_capacity(int capacity)
    {
        await using var redis = await RedisServer.StartAsync();
        await using var relay = new CapacityRelay(redis.Port, capacity);
        var job = TestJobs.Of(TestJobs.Draft("load", ["open-loop"],
            """{ "slo": "p99=100ms", "rates": "1000", "secondsPerRun": 2, "keys": 50, "readShare": 90 }"""));

        var target = new ConfiguredTarget("mine", $"127.0.0.1:{relay.Port}");
        var (events, found) = await SearchAsync(job, target);
        // The tests of other processes delay the relay, too: then the answer is undecided.
        for (var repetition = 0; found.End == SearchEnd.Unsteady && repetition < 2; repetition++)
        {
            (events, found) = await SearchAsync(job, target);
        }

        found.End.ShouldBe(SearchEnd.Found);
        // The queue of a rate that is a little higher than the capacity reaches the limit only after the end of the run.
        found.Low!.Value.ShouldBeLessThanOrEqualTo((int)(capacity * (1 + (Limit / Seconds))));
        found.High!.Value.ShouldBeGreaterThanOrEqualTo(capacity);
        ((double)found.High.Value / found.Low.Value).ShouldBeLessThanOrEqualTo(RateSearch.Resolution * 1.001);
        events.Runs().Count(run => run.Figures!["probeRate"] == found.Low).ShouldBeGreaterThanOrEqualTo(2);
        events.Runs().Count(run => run.Figures!["probeRate"] == found.High).ShouldBeGreaterThanOrEqualTo(2);
    }

    private static async Task<(JobEvent[] Events, RateSearchResult Found)> SearchAsync(Job job, ITarget target)
    {
        var events = await TestJobs.RunAsync(job, target);
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.Runs().ShouldAllBe(run => run.State == RunState.Ok);
        var info = new LoadBenchmark().Info;
        var document = JobDocuments.Create(job with { State = JobState.Completed }, events.Ended(), info);
        return (events, info.Search!.Find(document.Cases[0], job.Request));
    }
}

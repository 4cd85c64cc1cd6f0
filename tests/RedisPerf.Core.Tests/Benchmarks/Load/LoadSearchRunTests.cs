using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Benchmarks.Load;

/// <summary>Searches on a redis-server.</summary>
public sealed class LoadSearchRunTests(RunningServer server) : IClassFixture<RunningServer>
{
    // No server replies in a microsecond, and a generator on a busy machine is late by more.
    private const string Impossible = """{ "slo": "p50=1us", "rates": "300", "secondsPerRun": 0.05, "keys": 20 }""";

    [Fact]
    public async Task The_probes_of_the_cases_alternate_and_an_objective_that_does_not_hold_has_no_interval()
    {
        var job = TestJobs.Of(TestJobs.Draft("load", ["open-loop", "closed-loop"], Impossible));

        var events = await TestJobs.RunAsync(job, server.Target);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.Ended().GroupBy(ended => ended.Run.Round).ShouldAllBe(round => round.Select(ended => ended.Case.Strategy).Distinct().Count() == 2);
        events.Ended().Where(ended => ended.Case.Strategy == "open-loop").Select(ended => ended.Run.Figures!["probeRate"])
            .ShouldBe([300, 150, 75, 40, 40]);
        var info = new LoadBenchmark().Info;
        Headline.Of(JobDocuments.Create(job with { State = JobState.Completed }, events.Ended(), info), info)
            .ShouldNotContain("95%", Case.Sensitive, "neither a late generator nor a rate that is not held has an interval");
    }

    [Fact]
    public async Task A_search_continues_after_an_interruption()
    {
        var job = TestJobs.Of(TestJobs.Draft("load", ["open-loop"], Impossible));
        var whole = (await TestJobs.RunAsync(job, server.Target)).Ended();

        var events = await new Runner(Catalogue.Default, _ => server.Target).RunAsync(job, whole[..2], new JobControl()).ToArrayAsync(Ct);

        events.Ended().Select(ended => (ended.Run.Round, ended.Run.Figures!["probeRate"])).ShouldBe([(2, 75), (3, 40), (4, 40)]);
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }
}

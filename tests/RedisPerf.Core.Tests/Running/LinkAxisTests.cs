using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Running;

/// <summary>A job that varies the simulated link. Times are compared only with the minimum time of a link.</summary>
public sealed class LinkAxisTests
{
    private const int Increments = 20;

    [Fact]
    public async Task Each_case_is_measured_over_its_own_link()
    {
        await using var redis = await RedisServer.StartAsync();
        var draft = TestJobs.Draft("pipelining", ["incr-one-by-one"], $$"""{"increments":{{Increments}},"linkRoundTrip":[0,4,25]}""");
        var job = TestJobs.Of(draft with { Fields = TestJobs.Rounds(3, 0) });

        var events = await TestJobs.RunAsync(job, new ConfiguredTarget("mine", redis.Connection));

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        var times = events.Ended().GroupBy(ended => ended.Case.At.Number("linkRoundTrip")!.Value)
            .ToDictionary(runs => runs.Key, runs => runs.Select(each => each.Run.Seconds!.Value).ToArray());
        times.Keys.Order().ShouldBe([0, 4, 25]);
        times[4].ShouldAllBe(seconds => seconds >= Increments * 0.004);
        times[25].ShouldAllBe(seconds => seconds >= Increments * 0.025);
        // Without a link, 20 commands need much less than 500 ms even on a busy machine.
        times[0].Min().ShouldBeLessThan(Increments * 0.025);
        times[4].Min().ShouldBeLessThan(Increments * 0.025);
        events.Runs().ShouldAllBe(run => run.State == RunState.Ok);
        events.Runs().SelectMany(run => run.Disturbed).Where(reason => reason.Code == ReasonCode.OtherClients).Select(reason => reason.ToText())
            .ShouldBeEmpty("every command is the job's own");
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Fact]
    public async Task The_environment_has_each_link()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Of(TestJobs.Draft("pipelining", ["incr-one-by-one"], """{"increments":5,"linkRoundTrip":[0,4,25]}"""));

        var events = await TestJobs.RunAsync(job, new ConfiguredTarget("mine", redis.Connection));

        var targets = events.OfType<JobEvent.Started>().Single().Environment.Targets;
        targets.Select(target => (target.Name, target.Settings.GetValueOrDefault("simulated link"))).ShouldBe(
        [
            ("mine", null), ("mine", "+4 ms"), ("mine", "+25 ms"),
        ]);
        targets[0].RelayCost.ShouldBeNull();
        targets[1].RoundTrip!.Value.ShouldBeGreaterThanOrEqualTo(0.004);
        targets[2].RoundTrip!.Value.ShouldBeGreaterThanOrEqualTo(0.025);
        targets[2].RelayCost.ShouldNotBeNull();
        targets.Select(target => target.At).ShouldBeUnique();
    }

    [Fact]
    public async Task A_link_with_one_value_is_that_of_all_cases()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Of(TestJobs.Draft("pipelining", ["one-by-one", "pipelined"],
            """{"items":10,"increments":5,"batchSizes":[1,5],"linkRoundTrip":[4]}"""));

        var events = await TestJobs.RunAsync(job, new ConfiguredTarget("mine", redis.Connection));

        events.OfType<JobEvent.Started>().Single().Environment.Targets.ShouldHaveSingleItem().Settings["simulated link"]
            .ShouldBe("+4 ms");
        events.Ended().ShouldAllBe(ended => ended.Case.At["linkRoundTrip"] == null && ended.Run.Seconds >= 0.004);
    }
}

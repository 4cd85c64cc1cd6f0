using RedisPerf.Core.Benchmarks.CompareAndSet;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Benchmarks.CompareAndSet;

/// <summary>Runs on a redis-server.</summary>
public sealed class CompareAndSetRunTests
{
    private readonly CompareAndSetWorkload _workload = new(new() { Items = 2_000, Keys = 2 }, "redisperf:cas:");

    [Fact]
    public async Task Updates_without_a_comparison_are_lost_and_counted()
    {
        await using var redis = await RedisServer.StartAsync();
        var draft = TestJobs.Draft("compare-and-set", ["watch-multi", "naive"], """{"writers": "8", "items": 2000}""");

        var events = await TestJobs.RunAsync(TestJobs.Of(draft), redis.Target);

        events.Ended().ShouldAllBe(ended => ended.Run.State == (ended.Case.Strategy == "naive" ? RunState.Failed : RunState.Ok));
        var lost = events.Ended().First(ended => ended.Case.Strategy == "naive").Run.Error!;
        lost.Code.ShouldBe(ReasonCode.UpdatesLost);
        lost.ToText().ShouldMatch(@"^[\d,]+ of 2,000 updates were lost: the strategy is not safe with these writers\.$");
    }

    [Fact]
    public async Task Updates_without_a_comparison_by_one_writer_are_complete()
    {
        var work = await RedisRun.OfAsync(new Naive(_workload, 1));

        work.Operations.ShouldBe(2_000);
        work.Measurements["attempts"].ShouldBe(1);
    }

    [Fact]
    public async Task Several_writers_of_one_key_have_conflicts()
    {
        var work = await RedisRun.OfAsync(new Lua(new(new() { Items = 2_000 }, "redisperf:cas:"), 8));

        work.Measurements["attempts"].ShouldBeGreaterThan(1);
    }

    [Fact]
    public async Task Several_writers_lose_no_update_and_their_commands_are_those_of_the_run()
    {
        await using var redis = await RedisServer.StartAsync();
        var draft = TestJobs.Draft("compare-and-set", ["watch-multi", "lua"], """{"writers": "4", "items": 2000}""");

        var events = await TestJobs.RunAsync(TestJobs.Of(draft), redis.Target);

        events.Runs().ShouldAllBe(run => run.State == RunState.Ok && run.Figures!["attempts"] > 1);
        events.Runs().ShouldAllBe(run => !run.Disturbed.Any(reason => reason.Code == ReasonCode.OtherClients));
    }

    [Theory]
    [InlineData(-1, ReasonCode.UpdatesLost)]
    [InlineData(1, ReasonCode.CountDiffers)]
    public async Task A_version_that_is_not_the_number_of_the_updates_is_found(int change, ReasonCode expected)
    {
        var failure = await Should.ThrowAsync<VerificationException>(() => RedisRun.OfAsync(new WatchMulti(_workload, 2), afterExecute: ChangeAsync));

        failure.Reason.Code.ShouldBe(expected);

        async Task ChangeAsync(CaseContext context)
        {
            var value = await context.Database.StringGetAsync(_workload.Keys[1]);
            await context.Database.StringSetAsync(_workload.Keys[1], _workload.Value(_workload.VersionOf(value) + change));
        }
    }

    [Fact]
    public async Task Another_value_is_found()
    {
        var failure = await Should.ThrowAsync<VerificationException>(() => RedisRun.OfAsync(
            new WatchMulti(_workload, 2), afterExecute: context => context.Database.StringSetAsync(_workload.Keys[1], "another")));

        failure.Reason.ToText().ShouldBe("The value of a key is 7 other bytes instead of a version.");
    }
}

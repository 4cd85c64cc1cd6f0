using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Running;

/// <summary>Another job acquires the lease on the server, as after a long stop of this process.</summary>
public sealed class LostLeaseTests
{
    private static readonly string Other = LeaseHolder.Of(Guid.CreateVersion7()).ToString();

    [Fact]
    public async Task The_next_run_loads_and_removes_nothing()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Of(TestJobs.Draft("mget", ["mget", "single-get"], """{ "keys": 50, "keysPerCall": "5", "loops": 3 }""") with
        { Fields = TestJobs.Rounds(1, 1) });
        CommandLog? log = null;
        var hasRun = false;

        var events = await TestJobs.RunAsync(job, redis.Target, async jobEvent =>
        {
            if (hasRun && jobEvent is JobEvent.Progressed && log is null)
            {
                await redis.QueryAsync("SET", ServerLease.Key, Other);
                log = await CommandLog.StartAsync(redis);
            }

            hasRun |= jobEvent is JobEvent.RunEnded;
        });

        using (log)
        {
            var commands = string.Join('\n', await log!.EndAsync());
            commands.ShouldContain($"\"GET\" \"{ServerLease.Key}\"");
            commands.ShouldNotContain(job.KeyPrefix);
        }

        events.Runs().Skip(1).ShouldNotBeEmpty();
        events.Runs().Skip(1).ShouldAllBe(run => run.Error!.Code == ReasonCode.TargetLeased);
        Reason.Flatten(events[^1].ShouldBeOfType<JobEvent.Ended>().Error).ShouldContain(reason => reason.Code == ReasonCode.KeysMayRemain);
        (await redis.QueryAsync("GET", ServerLease.Key)).Text.ShouldBe(Other);
    }

    [Fact]
    public async Task The_current_run_ends_with_the_reason()
    {
        await using var redis = await RedisServer.StartAsync();
        var endless = new ProbeCase("endless")
        {
            Execute = async (_, ct) =>
            {
                await redis.QueryAsync("SET", ServerLease.Key, Other);
                await Task.Delay(Timeout.Infinite, ct);
            },
        };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, endless), TestJobs.Probe(runs: 1), null, Ct);

        events.Runs().ShouldHaveSingleItem().ShouldBeNoNumber()
            .ShouldStartWith("The server of target 'mine' was not reserved for this job during the whole run");
        events.Runs()[0].Error.ToText().ShouldNotBeNull().ShouldContain("is in use by job");
        Reason.Flatten(events.Runs()[0].Error).Select(reason => reason.Code).ShouldBe(
            [ReasonCode.LeaseLost, ReasonCode.KeysNotRemoved], "the removal would disturb the job that uses the server");
    }
}

using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>A server that is reached by a Unix socket.</summary>
public sealed class UnixSocketTests
{
    [Theory]
    [InlineData("""{"items": 300, "payloadBytes": 500}""")]
    [InlineData("""{"items": 300, "payloadBytes": 500, "linkRoundTrip": 1}""")]
    public async Task A_job_with_the_floor_runs(string options)
    {
        await using var redis = await RedisServer.StartAsync("--unixsocket", "redis.sock");
        var target = new ConfiguredTarget("mine", $"unix://{redis.Folder}/redis.sock");

        (await target.DescribeAsync(Ct)).Status.ShouldBe(TargetStatus.Ready);
        var events = await TestJobs.RunAsync(TestJobs.Insert(["floor", "batch"], options), target);

        events.OfType<JobEvent.RunEnded>().ShouldAllBe(ended => ended.Run.State == RunState.Ok);
        var environment = events.OfType<JobEvent.Started>().Single().Environment.Targets.Single();
        environment.Settings["reached"].ShouldBe("Unix socket");
        await using var server = await target.OpenAsync(new(0), Ct);
        server.IsOnThisMachine.ShouldBe(true);
    }
}

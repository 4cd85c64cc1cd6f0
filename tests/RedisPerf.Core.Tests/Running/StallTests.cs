using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Running;

/// <summary>Detects a server that does not reply while this process is idle.</summary>
[Collection(nameof(ProcessCounters))]
public sealed class StallTests
{
    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_paused_server_disturbs_a_run()
    {
        await using var redis = await RedisServer.StartAsync();
        var calls = 0;
        var paused = new ProbeCase("a")
        {
            Execute = async (context, _) =>
            {
                var pause = ++calls == 2;
                for (var i = 0; i < 400; i++)
                {
                    await context.Database.HashSetAsync("redisperf:probe", i % 10, "value");
                    if (pause && i == 200)
                    {
                        await redis.AskAsync("CLIENT", "PAUSE", "3000");
                    }
                }
            },
            Verify = (context, _) =>
            {
                context.Work.Commands = new Dictionary<string, long> { ["hset"] = 400 };
                return Task.CompletedTask;
            },
        };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, paused), TestJobs.Probe(runs: 3), null, Ct);

        events.Runs().Select(run => run.Disturbed.Any(reason => reason.Code == ReasonCode.Stalled)).ShouldBe([false, true, false], string.Join("; ", events.Runs().Select(run => $"{run.Seconds} s, client {run.Client?.CpuSeconds} s, server {run.Server?.CpuSeconds} s of CPU")));
    }
}

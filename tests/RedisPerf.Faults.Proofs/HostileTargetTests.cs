using System.Diagnostics;
using System.Net;
using RedisPerf.Core.Targets.Link;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Targets that hang, or send what no Redis sends. The job fails soon, with a reason, and the program continues.</summary>
public sealed class HostileTargetTests(HostileServers hostile) : IClassFixture<HostileServers>
{
    private static readonly TimeSpan FailureLimit = TimeSpan.FromSeconds(8);
    private static readonly TimeSpan CancelLimit = TimeSpan.FromSeconds(6);

    public static TheoryData<string, string> Modes => new()
    {
        { "silent", "The server of target 'mine' did not reply in time." },
        { "closing", "The connection to the server of target 'mine' was lost: it was stopped, restarted, or closed the connection." },
        { "nested", "The server of target 'mine' sent a reply with more than 32 nested arrays." },
        { "endless", "The server of target 'mine' sent a reply of more than 4.2 MB." },
        { "huge", "The server of target 'mine' sent a reply of more than 4.2 MB." },
        { "http", "The server of target 'mine' sent bytes that are not the Redis protocol: "
            + "another program listens at this address, or the server requires TLS." },
        { "tls", "The server of target 'mine' requires TLS; add ssl=true to the connection string." },
        { "empty", "The server of target 'mine' replies, but its INFO names no engine that RedisPerf supports: " },
        { "error", "The server of target 'mine' replied with an error: ERR xxx" },
        { "cut", "The server of target 'mine' did not reply in time." },
        { "slow", "The server of target 'mine' did not reply in time." },
        { "negative", "The server of target 'mine' sent bytes that are not the Redis protocol: " },
        { "overflow", "The server of target 'mine' sent bytes that are not the Redis protocol: " },
        { "password", "The server of target 'mine' requires a password; " },
        { "permission", "The server of target 'mine' does not permit this user to do that: " },
        { "loading", "The server of target 'mine' is still loading its data; try again later." },
        { "script", "The server of target 'mine' is busy with a script and does not reply until the script ends." },
        { "full", "The server of target 'mine' accepts no further connections: " },
        { "protected", "The server of target 'mine' is in protected mode and accepts connections from its own machine only." },
        { "replica", "The server of target 'mine' is a read-only replica; choose its primary." },
        { "cluster", "The server of target 'mine' belongs to a cluster that is down." },
        { "slots", "The server of target 'mine' cannot be used: The reply to CLUSTER SLOTS cannot be read" },
        { "node", "The server of target 'mine' is a cluster whose node 127.0.0.1:1 cannot be used: " },
    };

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_job_on_it_fails_soon_with_the_reason(string mode, string reason)
    {
        await ShouldFailAsync(hostile.Host, reason.Replace("'mine'", $"'{mode}'", StringComparison.Ordinal), target: mode);
    }

    [Fact]
    public async Task The_connection_string_limits_the_time_of_a_silent_server()
    {
        await using var server = HostileServers.Create("silent");
        await using var host =
            WebHost.Start(("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", $"{server.Address},connectTimeout=500"));

        await ShouldFailAsync(host, "The server of target 'mine' did not reply in time.", TimeSpan.FromSeconds(3));
    }

    [Fact]
    public async Task TLS_to_a_server_without_TLS_is_named()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var host = WebHost.Start(("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", $"{redis.Address},ssl=true"));

        await ShouldFailAsync(host,
            "The server of target 'mine' does not use TLS: it replies without it. Remove ssl=true from the connection string.");
    }

    [Fact]
    public async Task A_job_on_a_target_that_hangs_is_cancelled_soon()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var host = WebHost.Start(("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", redis.Address));
        var id = (await host.QueueAsync(SmallJob.EndlessJson.On("mine"))).Text("id")!;
        await host.UntilAsync($"/api/jobs/{id}", job => job["progress"]?["done"] is { } done && (int)done! >= 1);
        await Signals.SendAsync("STOP", redis.ProcessId);

        var start = Stopwatch.GetTimestamp();
        using var cancelled = await host.CancelAsync(id);
        var job = await host.EndedAsync(id);

        Stopwatch.GetElapsedTime(start).ShouldBeLessThan(CancelLimit);
        job.Text("state").ShouldBe("cancelled");
        await Signals.SendAsync("CONT", redis.ProcessId);
    }

    [Fact]
    public async Task A_job_over_a_link_of_300_KB_per_second_is_cancelled_soon()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var link = Relay.Start(IPEndPoint.Parse(redis.Address), new() { LinkBandwidth = 2.4 });
        await using var host = WebHost.Start(("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", link.EndPoint.ToString()));
        // Megabytes wait for the link when the job is cancelled.
        var id = (await host.QueueAsync("""{ "benchmark": "insert", "strategies": ["batch"], "targets": """
            + """["mine"], "warmups": 0, "options": { "items": 3000, "payloadBytes": 32768 } }""")).Text("id")!;
        await Poll.UntilAsync(async () => await redis.CountKeysAsync("redisperf:*:*") > 0);

        var start = DateTimeOffset.UtcNow;
        using var cancelled = await host.CancelAsync(id);
        var answered = DateTimeOffset.UtcNow;
        var job = await host.EndedAsync(id);

        cancelled.StatusCode.ShouldBe(HttpStatusCode.Accepted);
        (answered - start).ShouldBeLessThan(CancelLimit);
        job.Text("state").ShouldBe("cancelled");
        ((DateTimeOffset)job["endedAt"]! - start).ShouldBeLessThan(CancelLimit);
        if (await redis.CountKeysAsync("redisperf:*:*") > 0)
        {
            job.Text("error").ShouldNotBeNull().ShouldContain($"redisperf:{id}");
        }
    }

    private static async Task ShouldFailAsync(WebHost host, string reason, TimeSpan? limit = null, string target = "mine")
    {
        var id = (await host.QueueAsync(SmallJob.ShortJson.On(target))).Text("id")!;

        var job = await host.EndedAsync(id);

        job.Text("state").ShouldBe("failed");
        job.Text("error")!.ShouldStartWith(reason);
        job.Text("error")!.Length.ShouldBeLessThan(500);
        ((DateTimeOffset)job["endedAt"]! - (DateTimeOffset)job["startedAt"]!).ShouldBeLessThan(limit ?? FailureLimit);
        (await host.GetAsync("/health/ready")).Text("status").ShouldBe("ready");
    }
}

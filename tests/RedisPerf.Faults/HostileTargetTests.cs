using System.Diagnostics;
using System.Text;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults;

/// <summary>Targets that hang, or send what no Redis sends. The job fails soon, with a reason, and the program continues.</summary>
public sealed class HostileTargetTests
{
    private static readonly TimeSpan FailureLimit = TimeSpan.FromSeconds(8);
    private static readonly TimeSpan CancelLimit = TimeSpan.FromSeconds(7);

    public static TheoryData<string, string> Modes => new()
    {
        { "silent", "The server of target 'mine' did not reply in time." },
        { "closing", "The connection to the server of target 'mine' was lost: it was stopped, restarted, or closed the connection." },
        { "nested", "The server of target 'mine' sent a reply with more than 32 nested arrays." },
        { "endless", "The server of target 'mine' sent a reply of more than 4.2 MB." },
        { "huge", "The server of target 'mine' sent a reply of more than 4.2 MB." },
        { "http", "The server of target 'mine' sent bytes that are not the Redis protocol: another program listens at this address, or the server requires TLS." },
        { "tls", "The server of target 'mine' requires TLS; add ssl=true to the connection string." },
        { "empty", "The server of target 'mine' replies, but its INFO names no engine that RedisPerf supports: " },
        { "error", "The server of target 'mine' replied with an error: ERR xxx" },
    };

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_job_on_it_fails_soon_with_the_reason(string mode, string reason)
    {
        await using var server = Create(mode);
        await using var host = WebHost.Start(("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", server.Address));

        await ShouldFailAsync(host, reason);
    }

    [Fact]
    public async Task TLS_to_a_server_without_TLS_is_named()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var host = WebHost.Start(("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", $"{redis.Address},ssl=true"));

        await ShouldFailAsync(host, "The server of target 'mine' did not answer the TLS handshake. If it does not use TLS, remove ssl=true from the connection string.");
    }

    [Fact]
    public async Task A_job_on_a_target_that_hangs_is_cancelled_soon()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var host = WebHost.Start(("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", redis.Address));
        var id = (await host.QueueAsync(SmallJob.EndlessJson.Replace("embedded", "mine", StringComparison.Ordinal))).Text("id")!;
        await host.UntilAsync($"/api/jobs/{id}", job => job["progress"]?["done"] is { } done && (int)done! >= 1);
        await Signals.SendAsync("STOP", redis.ProcessId);

        var start = Stopwatch.GetTimestamp();
        using var cancelled = await host.CancelAsync(id);
        var job = await host.EndedAsync(id);

        Stopwatch.GetElapsedTime(start).ShouldBeLessThan(CancelLimit);
        job.Text("state").ShouldBe("cancelled");
        await Signals.SendAsync("CONT", redis.ProcessId);
    }

    private static async Task ShouldFailAsync(WebHost host, string reason)
    {
        var id = (await host.QueueAsync(SmallJob.ShortJson.Replace("embedded", "mine", StringComparison.Ordinal))).Text("id")!;

        var job = await host.EndedAsync(id);

        job.Text("state").ShouldBe("failed");
        job.Text("error")!.ShouldStartWith(reason);
        job.Text("error")!.Length.ShouldBeLessThan(500);
        ((DateTimeOffset)job["endedAt"]! - (DateTimeOffset)job["startedAt"]!).ShouldBeLessThan(FailureLimit);
        (await host.GetAsync("/health/ready")).Text("status").ShouldBe("ready");
    }

    private static FakeServer Create(string mode) => mode switch
    {
        "silent" => new(async (stream, ct) => await Task.Delay(Timeout.Infinite, ct)),
        "closing" => new((_, _) => Task.CompletedTask),
        "nested" => FakeServer.Answering(Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("*1\r\n", 8_000)))),
        "endless" => FakeServer.Answering(Encoding.ASCII.GetBytes("*1000000\r\n" + string.Concat(Enumerable.Repeat("$50\r\n" + new string('x', 50) + "\r\n", 100_000)))),
        "huge" => FakeServer.Answering("$50000000\r\n"u8.ToArray()),
        "http" => FakeServer.Answering("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray()),
        "tls" => FakeServer.Answering([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]),
        "empty" => FakeServer.Answering("$0\r\n\r\n"u8.ToArray()),
        "error" => FakeServer.Answering(Encoding.ASCII.GetBytes($"-ERR {new string('x', 60_000)}\r\n")),
        _ => throw new ArgumentException($"There is no mode {mode}.", nameof(mode)),
    };
}

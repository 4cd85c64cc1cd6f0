using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Web.Tests.Background;

/// <summary>The attempts to remove keys from a server that refuses it. RedisPerf.Faults.Proofs has servers that do not reply.</summary>
public sealed class LeftKeyRemovalTests
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task After_each_failed_attempt_the_pause_is_doubled_and_each_job_on_the_server_tries_at_once()
    {
        await using var redis = await RedisServer.StartAsync();
        // The own removal of the program waits for this clock, which does not move.
        await using var host = WebHost.Start(
            new ManualClock(DateTimeOffset.UtcNow), ("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", redis.Address));
        var id = Guid.CreateVersion7();
        await redis.SetAsync($"{Job.PrefixOf(id)}a", "left");
        await redis.QueryAsync("ACL SETUSER default -unlink");
        var time = new SteppedTime();
        var removal = ActivatorUtilities.CreateInstance<LeftKeyRemoval>(host.Services, time);
        await host.Services.GetRequiredService<LeftKeyRemoval>().Tried;
        await ExpectAsync(host, id);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var running = removal.RunAsync([], stop.Token);
        await time.UntilWaitingAsync(1);

        var attempts = new List<int> { Attempts(host) };
        for (var step = 1; step <= 7; step++)
        {
            time.Advance(Pause);
            await time.UntilWaitingAsync(1 + step);
            attempts.Add(Attempts(host));
        }

        attempts.ShouldBe([1, 2, 2, 3, 3, 3, 3, 4], "after 30, 60 and 120 seconds");
        (await removal.BeginJobAsync(JobOn(SmallJob.Target), Ct)).Dispose();
        Attempts(host).ShouldBe(4, "a job on another target does not try");
        (await removal.BeginJobAsync(JobOn("mine"), Ct)).Dispose();
        Attempts(host).ShouldBe(5);
        await redis.QueryAsync("ACL SETUSER default +unlink");
        (await removal.BeginJobAsync(JobOn("mine"), Ct)).Dispose();
        (await redis.CountKeysAsync("redisperf:*")).ShouldBe(0);
        Attempts(host).ShouldBe(5);
        await stop.CancelAsync();
        await running;
    }

    [Fact]
    public async Task Another_target_with_the_same_address_and_a_wrong_password_does_not_prevent_the_removal()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var host = WebHost.Start(
            ("RedisPerf:Targets:0:Name", "wrong"),
            ("RedisPerf:Targets:0:Connection", $"{redis.Address},password=wrong"),
            ("RedisPerf:Targets:1:Name", "mine"),
            ("RedisPerf:Targets:1:Connection", redis.Address));
        var id = Guid.CreateVersion7();
        await redis.SetAsync($"{Job.PrefixOf(id)}a", "left");
        var removal = host.Services.GetRequiredService<LeftKeyRemoval>();
        await removal.Tried;
        await ExpectAsync(host, id);

        (await removal.BeginJobAsync(JobOn("mine"), Ct)).Dispose();

        (await redis.CountKeysAsync("redisperf:*")).ShouldBe(0);
        Attempts(host).ShouldBe(0);
    }

    [Fact]
    public async Task A_search_of_many_keys_may_take_longer_than_a_reply()
    {
        const int keys = 12_000;
        await using var redis = await RedisServer.StartAsync();
        var id = Guid.CreateVersion7();
        await redis.SetAsync($"{Job.PrefixOf(id)}a", "left");
        foreach (var some in Enumerable.Range(0, keys).Chunk(1_000))
        {
            await redis.QueryAsync($"MSET {string.Join(' ', some.Select(number => $"other:{number} kept"))}");
        }

        // A reply may take 15 seconds, and a search reads 12 of them.
        await using var slow = DelayReplies(redis, TimeSpan.FromSeconds(1.5));
        await using var host =
            WebHost.Start(("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", $"{slow.Address},connectTimeout=20000"));
        var removal = host.Services.GetRequiredService<LeftKeyRemoval>();
        await removal.Tried;
        await ExpectAsync(host, id);

        (await removal.BeginJobAsync(JobOn("mine"), Ct)).Dispose();

        Attempts(host).ShouldBe(0);
        (await redis.CountKeysAsync("*")).ShouldBe(keys);
    }

    private static FakeServer DelayReplies(RedisServer redis, TimeSpan delay) => new(async (client, ct) =>
    {
        using var server = new TcpClient();
        await server.ConnectAsync(IPEndPoint.Parse(redis.Address), ct);
        var requests = client.CopyToAsync(server.GetStream(), ct);
        var buffer = new byte[1 << 20];
        int length;
        while ((length = await server.GetStream().ReadAsync(buffer, ct)) > 0)
        {
            await Task.Delay(delay, ct);
            await client.WriteAsync(buffer.AsMemory(0, length), ct);
        }

        await requests;
    });

    private static Task ExpectAsync(WebHost host, Guid job)
    {
        var ledger = host.Services.GetRequiredService<LeftKeyLedger>();
        var target = (ConfiguredTarget)host.Services.GetRequiredService<TargetCatalogue>().Find("mine")!;
        return ledger.ExpectAsync([new(job, "mine", ledger.AddressOf(target)!, null)], Ct);
    }

    private static int Attempts(WebHost host) => Regex.Count(host.Log, "may remain on mine");

    private static Job JobOn(string target) => Job.Create(
        new()
        {
            Benchmark = "insert",
            Strategies = ["batch"],
            Targets = [target],
            Options = new Dictionary<string, System.Text.Json.JsonElement>(),
            Runs = 1,
            Warmups = 0,
            Seed = 1
        },
        RequestedBy.Api, DateTimeOffset.UtcNow);

    /// <summary>A clock that the test moves, after all that waits for it has begun to wait.</summary>
    private sealed class SteppedTime : TimeProvider
    {
        private readonly ManualClock _clock = new(DateTimeOffset.UnixEpoch);
        private int _waits;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public void Advance(TimeSpan time) => _clock.MoveTo(_clock.GetUtcNow() + time);

        public async Task UntilWaitingAsync(int waits)
        {
            await Poll.UntilAsync(() => Volatile.Read(ref _waits) >= waits);
        }

        public override long GetTimestamp() => _clock.GetUtcNow().Ticks;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            // The timer counts from the last time that this thread has read.
            _clock.GetUtcNow();
            var timer = _clock.CreateTimer(callback, state, dueTime, period);
            Interlocked.Increment(ref _waits);
            return timer;
        }
    }
}

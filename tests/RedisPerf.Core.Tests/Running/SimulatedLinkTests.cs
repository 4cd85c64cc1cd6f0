using System.Diagnostics;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Link;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Tests.Reporting;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Running;

/// <summary>Jobs over a simulated link, against a real server. Times are compared only with the minimum time of the link.</summary>
public sealed class SimulatedLinkTests
{
    [Fact]
    public async Task A_job_over_it_verifies_and_every_run_takes_what_the_link_does()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Insert(["batch", "multi-exec", "gzip", "lua", "hset"],
            """{"items": 60, "keys": 6, "payloadBytes": 3000, "linkRoundTrip": 12, "linkBandwidth": 100}""");

        var events = await TestJobs.RunAsync(job, new ConfiguredTarget("mine", redis.Connection));

        events.Runs().Length.ShouldBe(6);
        foreach (var (@case, run) in events.Ended())
        {
            run.State.ShouldBe(RunState.Ok, run.Error.ToText());
            // The floor's bare socket goes over it too.
            var bytes = run.WireBytes!.Value;
            run.Seconds!.Value.ShouldBeGreaterThanOrEqualTo(0.012, @case.Strategy);
            run.Seconds.Value.ShouldBeGreaterThanOrEqualTo(bytes * 8 / 100e6, @case.Strategy);
            ((double)run.Server!.NetInputBytes!.Value).ShouldBe(bytes, (0.02 * bytes) + 200);
            run.Disturbed.ShouldNotContain(reason => reason.Code == ReasonCode.OtherClients);
        }

        var target = events.OfType<JobEvent.Started>().Single().Environment.Targets.Single();
        target.Settings["simulated link"].ShouldBe("+12 ms, 100 Mbit/s");
        target.RoundTrip!.Value.ShouldBeGreaterThanOrEqualTo(0.012);
        target.RelayCost!.Value.ShouldBeInRange(0, 0.012);
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Fact]
    public async Task A_job_without_a_link_connects_directly()
    {
        await using var redis = await RedisServer.StartAsync();

        var events = await TestJobs.RunAsync(
            TestJobs.Insert(["batch"], """{"items": 60, "keys": 6, "payloadBytes": 3000}"""), new ConfiguredTarget("mine", redis.Connection));

        var target = events.OfType<JobEvent.Started>().Single().Environment.Targets.Single();
        target.Settings.Keys.ShouldNotContain("simulated link");
        target.RelayCost.ShouldBeNull();
    }

    [Fact]
    public async Task The_runs_connections_go_through_it_and_the_probes_past_it()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var direct = server.EndPoint;

        await server.SimulateAsync(new() { LinkRoundTrip = 30 }, Ct);

        server.EndPoint.ShouldNotBe(direct);
        await using var over = new Probed(await server.ConnectAsync(TimeSpan.FromSeconds(5), Ct));
        (await over.PingAsync()).ShouldBeGreaterThanOrEqualTo(30);
        over.Connection.GetEndPoints().ShouldHaveSingleItem().ShouldBe(server.EndPoint);
        await using var past = new Probed(await server.ConnectDirectAsync(TimeSpan.FromSeconds(5), Ct));
        past.Connection.GetEndPoints().ShouldHaveSingleItem().ShouldBe(direct);
        using var bare = await RespSocket.ConnectAsync(server, TimeSpan.FromSeconds(5), Ct);
        var sent = Stopwatch.GetTimestamp();
        await bare.SendAsync(["PING\r\n"u8.ToArray()], Ct);
        await bare.ReadRepliesAsync(1, null, Ct);
        Stopwatch.GetElapsedTime(sent).TotalMilliseconds.ShouldBeGreaterThanOrEqualTo(30);
    }

    [Fact]
    public async Task A_password_and_a_database_go_through_it()
    {
        await using var redis = await RedisServer.StartAsync("--requirepass", "open-sesame");

        var events = await TestJobs.RunAsync(
            TestJobs.Insert(["batch"], """{"items": 60, "keys": 6, "payloadBytes": 300, "linkRoundTrip": 1}"""),
            new ConfiguredTarget("mine", $"{redis.Connection},password=open-sesame,defaultDatabase=3"));

        events.Runs().ShouldAllBe(run => run.State == RunState.Ok);
    }

    [Fact]
    public async Task A_stalled_server_fails_the_run_and_the_job_continues()
    {
        await using var redis = await RedisServer.StartAsync();
        var first = true;
        var stalling = new ProbeCase("a") { Patience = TimeSpan.FromSeconds(1) };
        stalling.Execute = async (context, ct) =>
        {
            if (first)
            {
                first = false;
                // Longer than the run's patience, shorter than that of the probes and of removing its keys.
                await redis.QueryAsync("CLIENT", "PAUSE", "3000");
            }

            await context.Database.HashSetAsync("redisperf:probe", "field", new byte[100_000]);
        };
        var job = TestJobs.Probe(runs: 2);
        job = job with
        { Request = job.Request with { Options = new Dictionary<string, JsonElement> { ["linkRoundTrip"] = JsonSerializer.SerializeToElement(4) } } };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, stalling), job, null, Ct);

        events.Runs().Length.ShouldBe(2);
        events.Runs()[0].ShouldBeNoNumber().ShouldBe("The server of target 'mine' did not reply in time.");
        events.Runs()[1].State.ShouldBe(RunState.Ok, events.Runs()[1].Error.ToText());
    }

    [Fact]
    public async Task What_a_cancelled_run_had_sent_over_a_slow_one_does_not_arrive_after_its_keys_are_removed()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Insert(["batch"], """{"items": 1000, "keys": 10, "payloadBytes": 32768, "linkRoundTrip": 50, "linkBandwidth": 10}""");
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);

        var events = await TestJobs.RunAsync(
            new Runner(Catalogue.Default, _ => new ConfiguredTarget("mine", redis.Connection)),
            job,
            jobEvent =>
            {
                if (jobEvent is JobEvent.Progressed)
                {
                    cancel.CancelAfter(TimeSpan.FromSeconds(1));
                }

                return Task.CompletedTask;
            },
            cancel.Token);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Cancelled, null));
        await Task.Delay(TimeSpan.FromSeconds(1), Ct);
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Fact]
    public async Task Nothing_of_it_is_left_when_the_server_is_let_go()
    {
        await using var redis = await RedisServer.StartAsync();
        System.Net.EndPoint relay;
        await using (var server = await redis.OpenAsync())
        {
            await server.SimulateAsync(new() { LinkRoundTrip = 5 }, Ct);
            relay = server.EndPoint;
            await ClientConnector.CloseAsync(await server.ConnectAsync(TimeSpan.FromSeconds(5), Ct));
        }

        using var late = new System.Net.Sockets.Socket(System.Net.Sockets.SocketType.Stream, System.Net.Sockets.ProtocolType.Tcp);
        await Should.ThrowAsync<System.Net.Sockets.SocketException>(async () => await late.ConnectAsync(relay, Ct));
    }

    [Fact]
    public void It_is_stated_in_the_findings_and_never_compared_with_another()
    {
        var bare = Samples.Completed;
        var target = bare.Environment!.Targets[0];
        var linked = Over(new() { LinkRoundTrip = 5, LinkBandwidth = 100 });

        JobFindings.Of(linked, Samples.Info).ShouldContain("Measured over a simulated link: +5 ms, 100 Mbit/s.");
        JobFindings.Of(bare, Samples.Info).ShouldNotContain(sentence => sentence.Contains("link"));
        var comparison = Comparison.Of(bare, linked, null);
        comparison.Trouble.ShouldBe(
            "The two jobs used different links, the real link and a simulated link (+5 ms, 100 Mbit/s), so their times are not comparable.");
        comparison.Cases.ShouldBeEmpty();
        comparison.Differences.ShouldContain(new Difference("simulated link of embedded", "not reported", "+5 ms, 100 Mbit/s"));
        Comparison.Of(linked, Over(new() { LinkRoundTrip = 5 }), null).Trouble.ShouldNotBeNull();
        Comparison.Of(linked, linked, null).Trouble.ShouldBeNull();

        JobDocument Over(LinkOptions link) => bare with
        {
            Request = bare.Request with
            {
                Options = new Dictionary<string, JsonElement>(bare.Request.Options)
                {
                    ["linkRoundTrip"] = JsonSerializer.SerializeToElement(link.LinkRoundTrip),
                    ["linkBandwidth"] = JsonSerializer.SerializeToElement(link.LinkBandwidth),
                },
            },
            Environment = bare.Environment with
            { Targets = [target with { Settings = new Dictionary<string, string>(target.Settings) { ["simulated link"] = link.Text } }] },
        };
    }

    [Theory]
    [InlineData(5, 100, "+5 ms, 100 Mbit/s")]
    [InlineData(0.25, 0, "+0.25 ms, unlimited bandwidth")]
    [InlineData(0, 1000, "+0 ms, 1,000 Mbit/s")]
    public void It_is_named_for_what_it_adds(double roundTrip, double bandwidth, string text) =>
        new LinkOptions { LinkRoundTrip = roundTrip, LinkBandwidth = bandwidth }.Text.ShouldBe(text);

    [Fact]
    public void Every_benchmark_has_its_options_behind_its_own() =>
        Catalogue.Default.Benchmarks.ShouldAllBe(benchmark =>
            benchmark.Info.Options.Options.TakeLast(2).Select(option => option.Name).SequenceEqual(new[] { "linkRoundTrip", "linkBandwidth" }));

    [Theory]
    [InlineData("""{"linkRoundTrip": 51}""", "options.linkRoundTrip", "linkRoundTrip must be a number from 0 to 50 (ms), not 51.")]
    [InlineData("""{"linkRoundTrip": -1}""", "options.linkRoundTrip", "linkRoundTrip must be a number from 0 to 50 (ms), not -1.")]
    [InlineData("""{"linkBandwidth": 9.5}""", "options.linkBandwidth", "linkBandwidth must be 0, for no limit, or at least 10 (Mbit/s); 9.5 is not.")]
    public void Its_options_are_checked_like_any_other(string options, string field, string message)
    {
        var errors = new List<FieldError>();

        Catalogue.Default.Find("insert")!.Info.Options.Read(
            JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!, fromText: false, errors);

        errors.ShouldHaveSingleItem().ShouldBe(new FieldError(field, message));
    }

    private sealed class Probed(global::StackExchange.Redis.ConnectionMultiplexer connection) : IAsyncDisposable
    {
        public global::StackExchange.Redis.ConnectionMultiplexer Connection => connection;

        /// <summary>Milliseconds.</summary>
        public async Task<double> PingAsync()
        {
            var sent = Stopwatch.GetTimestamp();
            await connection.GetDatabase().PingAsync();
            return Stopwatch.GetElapsedTime(sent).TotalMilliseconds;
        }

        public async ValueTask DisposeAsync() => await ClientConnector.CloseAsync(connection);
    }
}

using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Payloads;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Running.Sharing;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Running.Sharing;

/// <summary>Nodes that measure a job together, with real workers on a real server.</summary>
public sealed class SharedLoadWorkerTests
{
    private const string Small = """{ "items": 300, "keys": 6, "payloadBytes": 1000 }""";

    // Some seconds for each run.
    private const string Long = """{ "items": 60000, "keys": 2, "payloadBytes": 1000, "batchSize": 1 }""";

    private static readonly string[] Names = ["first", "second", "third"];

    public static TheoryData<string, int> Benchmarks =>
        [.. ContractSample.All.Where(sample => sample.CanBeShared).Select(sample => (sample.Benchmark, 2)), ("insert", 3)];

    [Theory]
    [MemberData(nameof(Benchmarks))]
    public async Task Nodes_do_the_work_of_one_node_together(string benchmark, int nodes)
    {
        await using var redis = await RedisServer.StartAsync();
        var (info, sample) = (Catalogue.Default.Find(benchmark)!.Info, ContractSample.Of(benchmark));
        // The number of its writes grows with the square of the keys.
        string[] strategies = [.. sample.Supported.Select(strategy => strategy.Name).Where(name => name != "lua-as-published")];

        var (events, _) = await RunAsync(Job(benchmark, nodes, sample.SharedJob, strategies), redis.Target, redis.Target, nodes);
        var alone = await TestJobs.RunAsync(Job(benchmark, 1, sample.SharedJob, strategies), redis.Target);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.Ended().Select(ended => ended.Case.Strategy).Distinct().ShouldBe(strategies, ignoreOrder: true);
        var same = alone.Ended().ToDictionary(ended => ended.Case, ended => ended.Run);
        foreach (var (@case, run) in events.Ended().Select(ended => (ended.Case, ended.Run)))
        {
            run.Verified.ShouldBeTrue();
            sample.Check(@case.Strategy, run);
            var load = run.SharedLoad.ShouldNotBeNull();
            load.Nodes.Select(node => node.Node).ShouldBe(Names[..nodes]);
            run.Seconds!.Value.ShouldBeGreaterThanOrEqualTo(load.Nodes.Max(node => node.Seconds) * 0.999);
            same[@case].SharedLoad.ShouldBeNull();
            if (!info.IsPaced)
            {
                (run.Operations, run.PayloadBytes).ShouldBe((same[@case].Operations, same[@case].PayloadBytes));
            }
        }

        // A disturbed measurement is not compared.
        events.Runs().Select(run => run.SharedLoad!.Speedup).ShouldAllBe(speedup => speedup == null || (speedup > 0 && !info.IsPaced));

        // On a busy machine, one probe of another node can take longer than OtherClientsTime allows.
        events.Ended().SelectMany(ended => ended.Run.Disturbed.Where(reason => reason.Code == ReasonCode.OtherClients)
            .Select(reason => $"{ended.Case.Strategy}: {reason.ToText()}")).ShouldBeEmpty();
        events.OfType<JobEvent.Started>().Single().Environment.LoadNodes.Count.ShouldBe(nodes);
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Theory]
    [InlineData("insert", """{ "items": 260, "keys": 6, "sizes": "1 KB 50%, 3 KB 40%, 10 KB 10%" }""", false)]
    [InlineData("insert", """{ "items": 260, "keys": 6 }""", true)]
    [InlineData("connections", """{ "connections": "2", "items": 400, "keys": 101 }""", true)]
    [InlineData("load", """{ "rates": "500", "secondsPerRun": 0.3, "keys": 101, "sizes": "1 KB 50%, 3 KB 40%, 10 KB 10%" }""", false)]
    public async Task Nodes_share_values_of_several_sizes_and_those_of_a_payload(string benchmark, string options, bool hasPayload)
    {
        await using var redis = await RedisServer.StartAsync();
        using var payload = SamplePayload.OfJson();
        string[] strategies =
            [.. Catalogue.Default.Find(benchmark)!.Info.Strategies.Where(strategy => strategy.IsDefault).Take(3).Select(strategy => strategy.Name)];

        var (events, _) = await RunAsync(JobOf(2), redis.Target, redis.Target, 2, payload: payload);
        var alone =
            await TestJobs.RunAsync(new Runner(Catalogue.Default, _ => redis.Target) { FindPayload = payload.Store.FindFile }, JobOf(1), null, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        var same = alone.Ended().ToDictionary(ended => ended.Case, ended => ended.Run);
        foreach (var (@case, run) in events.Ended().Select(ended => (ended.Case, ended.Run)))
        {
            run.Verified.ShouldBeTrue();
            run.SharedLoad.ShouldNotBeNull().Nodes.Count.ShouldBe(2);
            // The other benchmarks choose the values at random.
            if (benchmark is "insert" or "hget-decode")
            {
                (run.Operations, run.PayloadBytes).ShouldBe((same[@case].Operations, same[@case].PayloadBytes), @case.Strategy);
            }
        }

        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");

        Job JobOf(int nodes) => Job(benchmark, nodes, options, hasPayload ? payload : null, strategies);
    }

    [Fact]
    public async Task A_run_states_its_throughput_divided_by_that_of_one_node()
    {
        await using var redis = await RedisServer.StartAsync();
        double? speedup = null;

        // A disturbed measurement is not compared, and a busy machine disturbs many.
        while (speedup is null)
        {
            Ct.ThrowIfCancellationRequested();
            var (events, _) =
                await RunAsync(Job(2, Small, "multi-exec", "hset"), redis.Target, redis.Target, 2, program: ClientCatalogue.DefaultProgram);
            events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
            speedup = events.Runs().Select(run => run.SharedLoad!.Speedup).FirstOrDefault(value => value is not null);
        }

        speedup.Value.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task One_node_loads_the_data_that_all_nodes_read()
    {
        await using var redis = await RedisServer.StartAsync();

        var (events, _) = await RunAsync(
            Job("mget", 2, """{ "keys": 2500, "keysPerCall": "10", "secondsPerRun": 0.05 }""", "mget", "single-get"), redis.Target, redis.Target, 2);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.Runs().ShouldAllBe(run => run.Operations >= 6);
        (await redis.QueryAsync("INFO", "commandstats")).Text.ShouldNotBeNull().ShouldContain("cmdstat_mset:calls=3,");
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Fact]
    public async Task Nodes_share_a_rate_and_the_percentiles_count_the_operations_of_all()
    {
        await using var redis = await RedisServer.StartAsync();

        // 700 operations of each node do not support p99, those of both do.
        var (events, _) = await RunAsync(
            Job("load", 2, """{ "rates": "700", "secondsPerRun": 2, "keys": 101, "readShare": 50 }""", "open-loop", "closed-loop"),
            redis.Target, redis.Target, 2);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        foreach (var run in events.Runs())
        {
            run.Verified.ShouldBeTrue();
            run.Operations!.Value.ShouldBeInRange(1_000, 1_400, "a busy machine achieves less than the rate");
            run.SharedLoad.ShouldNotBeNull().Nodes.Count.ShouldBe(2);
            run.SharedLoad.Speedup.ShouldBeNull("the rate sets the throughput");
            var figures = run.Figures.ShouldNotBeNull();
            // One share is 350, and two nodes with the full rate achieve up to 1,400.
            figures["achieved"].ShouldBeInRange(400, 770);
            figures["hitRate"].ShouldBe(1);
            figures["p50"].ShouldBeInRange(1e-6, figures["p99"]);
            figures["p99FromSend"].ShouldBeGreaterThan(0);
            figures.ContainsKey("serverMean").ShouldBeFalse("the server's counters include the other node's preparation");
        }

        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Fact]
    public async Task A_lost_node_ends_the_job_and_no_run_of_it_is_a_number()
    {
        await using var redis = await RedisServer.StartAsync();
        ChannelLink? link = null;

        var (events, assistants) = await RunAsync(Job(2, Long, "multi-exec"), redis.Target, redis.Target, 2, opened =>
            link = opened, async jobEvent =>
            {
                if (jobEvent is JobEvent.Progressed)
                {
                    await Task.Delay(1_000, Ct);
                    link!.Disconnect();
                }
            }, program: ClientCatalogue.DefaultProgram);

        var end = events[^1].ShouldBeOfType<JobEvent.Ended>();
        end.State.ShouldBe(JobState.Interrupted, "the other node may be back later");
        end.Error!.Code.ShouldBe(ReasonCode.AssistantLost);
        events.Runs().ShouldHaveSingleItem().ShouldBeNoNumber()
            .ShouldStartWith("Node second, which measured this job together with others, was lost");
        await Should.ThrowAsync<TargetException>(assistants);
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0", "each node removes its own keys");
    }

    [Fact]
    public async Task A_node_that_reaches_another_server_is_refused()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var other = await RedisServer.StartAsync();

        var (events, _) = await RunAsync(Job(2, Small, "hset"), redis.Target, other.Target, 2);

        var end = events[^1].ShouldBeOfType<JobEvent.Ended>();
        end.State.ShouldBe(JobState.Failed);
        end.Error.ToText().ShouldNotBeNull().ShouldStartWith("Node second cannot measure this job together with others. ");
        events.Runs().ShouldBeEmpty();
    }

    [Fact]
    public async Task A_cancelled_job_leaves_no_key_of_any_node()
    {
        await using var redis = await RedisServer.StartAsync();
        using var cancel = new CancellationTokenSource();
        CommandLog? log = null;
        var job = Job(2, Long, "multi-exec");

        var (events, assistants) = await RunAsync(job, redis.Target, redis.Target, 2, _ => { }, async jobEvent =>
        {
            if (jobEvent is JobEvent.Progressed)
            {
                await Task.Delay(1_000, Ct);
                log = await CommandLog.StartAsync(redis);
                await cancel.CancelAsync();
            }
        }, cancel.Token, program: ClientCatalogue.DefaultProgram);
        using var commands = log!;
        var lines = await commands.EndAsync();

        events[^1].ShouldBeOfType<JobEvent.Ended>().State.ShouldBe(JobState.Cancelled);
        await assistants;
        Array.FindLastIndex(lines, line => line.Contains(job.KeyPrefix, StringComparison.Ordinal))
            .ShouldBeLessThan(Array.FindIndex(lines, line => line.Contains($"\"DEL\" \"{ServerLease.Key}\"", StringComparison.Ordinal)),
                "this node has the lease until no node uses the server");
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    private static Job Job(int nodes, string options, params string[] strategies) => Job("insert", nodes, options, strategies);

    private static Job Job(string benchmark, int nodes, string options, params string[] strategies) =>
        Job(benchmark, nodes, options, null, strategies);

    private static Job Job(string benchmark, int nodes, string options, SamplePayload? payload, string[] strategies)
    {
        var draft = TestJobs.Draft(benchmark, strategies, options);
        var fields = new Dictionary<string, JsonElement>(draft.Fields) { [RequestFields.LoadFrom] = JsonSerializer.SerializeToElement(nodes) };
        if (payload is not null)
        {
            fields[RequestFields.Payload] = JsonSerializer.SerializeToElement(payload.Description.Hash);
        }

        return TestJobs.Of(draft with { Fields = fields }, payload is null ? null : payload.Store.Find);
    }

    private static async Task<(JobEvent[] Events, Task Assistants)> RunAsync(
        Job job, ITarget here, ITarget there, int nodes, Action<ChannelLink>? onLink = null, Func<JobEvent, Task>? onEvent = null,
        CancellationToken? cancel = null, SamplePayload? payload = null, string? program = null)
    {
        var clock = new LocalClock();
        Func<string, string?> findPayload = hash => payload?.Store.FindFile(hash);
        var host = new RemoteWorkerHost(Catalogue.Default, _ => there, findPayload, ClientCatalogue.DefaultProgram, clock);
        var assistants = Task.CompletedTask;
        var runner = new Runner(Catalogue.Default, _ => here)
        {
            // The other nodes always have a worker process. Another one for this node takes two CPU seconds.
            WorkerProgram = program,
            FindPayload = findPayload,
            FindNodesAsync = (_, _) =>
            {
                var links = Names[1..nodes].Select(ChannelLink.Connect).ToArray();
                assistants = Task.WhenAll(links.Select(link => host.RunAsync(job, link.Assistant, Ct)));
                onLink?.Invoke(links[0].First);
                return Task.FromResult(new JobNodes("first", [.. Names[1..nodes].Zip(links.Select(link => (IWorkerLink)link.First))], clock));
            },
        };
        return (await TestJobs.RunAsync(runner, job, onEvent, cancel ?? Ct), assistants);
    }
}

using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Proofs.Targets;
using RedisPerf.Core.Proofs.Targets.Cluster;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Proofs.Benchmarks;

/// <summary>The contract of all strategies with the runner on a cluster of three masters.</summary>
[Collection(RedisCluster.Collection)]
public sealed class ClusterContractTests(RedisCluster cluster) : IAsyncLifetime
{
    /// <summary>Bytes that the runner sends to each shard between its two samples: INFO commandstats and CLUSTER INFO of the
    /// first, INFO of the second.</summary>
    private const int Probe = 33 + 27 + 14;

    private static readonly Dictionary<string, string[]> Unsupported = new()
    {
        ["insert"] = ["multi-exec", "multi-exec-as-published", "lua-as-published"],
        ["mget"] = ["mget", "mget-chunked"],
        ["pipelining"] = ["mset", "multi-exec"],
        ["online-users"] = ["hash", "sorted-set", "set", "bitmap"],
        ["set-with-expiry"] = ["mset-expire", "multi-exec", "lua", "msetex"],
    };

    public static TheoryData<string> Benchmarks => [.. Catalogue.Default.Benchmarks.Select(benchmark => benchmark.Info.Name)];

    public async ValueTask InitializeAsync() => await cluster.StartAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Theory]
    [MemberData(nameof(Benchmarks))]
    public Task A_strategy_runs_or_has_the_reason(string benchmark) => CheckAsync(benchmark, cluster);

    // One benchmark is enough for the differences between the engines: the strategies are the same.
    [Theory]
    [InlineData("insert", "valkey-server", "Valkey")]
    public async Task A_strategy_runs_or_has_the_reason_on_another_engine(string benchmark, string program, string engine)
    {
        await using var other = RedisCluster.Of(program);
        await other.StartAsync();

        (await CheckAsync(benchmark, other)).Engine.ShouldBe(engine);
    }

    [Fact]
    public async Task Transactions_of_one_hash_run_and_all_shards_store_a_part()
    {
        var job = TestJobs.Insert(["multi-exec", "lua", "hset"], """{ "items": 360, "keys": 12, "payloadBytes": 3000, "batchSize": 10 }""");
        var before = await CallsAsync();

        var events = await TestJobs.RunAsync(job, cluster.Target());

        Verify(events, job);
        var after = await CallsAsync();
        // The floor sends neither EXEC nor EVALSHA: each shard has commands of the strategies.
        foreach (var command in new[] { "exec", "evalsha", "hset" })
        {
            var calls = after.Zip(before, (later, earlier) => later.GetValueOrDefault(command) - earlier.GetValueOrDefault(command)).ToArray();
            calls.Length.ShouldBe(3);
            calls.ShouldAllBe(count => count > 0, $"{command}: {string.Join(", ", calls)}");
        }

        // A transaction has 10 of the 360 fields.
        (after.Sum(calls => calls.GetValueOrDefault("exec")) - before.Sum(calls => calls.GetValueOrDefault("exec")))
            .ShouldBe(36 * events.Ended().Count(ended => ended.Case.Strategy == "multi-exec"));
    }

    [Fact]
    public async Task The_workers_of_all_clients_measure_it_as_a_user_with_few_rights()
    {
        await cluster.QueryAllAsync([.. (await LeastRights.RulesAsync()), "+cluster|slots", "+cluster|nodes", "+cluster|info"]);
        var job = TestJobs.Insert(["hset", "batch", "lua"], """{ "items": 200, "keys": 10, "payloadBytes": 4000 }""");
        job = job with { Request = job.Request with { Clients = [.. ClientCatalogue.Of("").Names] } };
        var target = cluster.Target(node: 2, options: ",user=redisperf,password=password");
        var runner = new Runner(Catalogue.Default, _ => target) { FindClient = ClientCatalogue.Of("").Find };

        var events = await TestJobs.RunAsync(runner, job, null, Ct);

        events.Ended().Select(ended => ended.Case.Client).Distinct().Count().ShouldBe(job.Request.Clients.Count);
        Verify(events, job);
    }

    [Fact]
    public async Task A_simulated_link_carries_the_connections_to_all_shards()
    {
        var job = TestJobs.Insert(["hset"], """{ "items": 60, "keys": 12, "payloadBytes": 3000, "linkRoundTrip": 10 }""");

        var events = await TestJobs.RunAsync(job, cluster.Target());

        Verify(events, job);
        events.Runs().Length.ShouldBe(2);
        events.Runs().ShouldAllBe(run => run.Seconds >= 0.01);
    }

    /// <summary>Calls by command of each shard.</summary>
    private async Task<IReadOnlyDictionary<string, long>[]> CallsAsync() =>
        [.. (await cluster.QueryAllAsync("INFO", "commandstats")).Select(reply => ServerInfo.Parse(reply.Text!).Calls()!)];

    private static async Task<TargetEnvironment> CheckAsync(string benchmark, RedisCluster cluster)
    {
        var sample = ContractSample.Of(benchmark);
        string[] strategies =
            [.. Catalogue.Default.Find(benchmark)!.Info.Strategies.Where(strategy => !strategy.IsFloor).Select(strategy => strategy.Name)];
        var job = TestJobs.Of(TestJobs.Draft(benchmark, strategies, sample.SmallJob));

        var events = await TestJobs.RunAsync(job, cluster.Target());

        var unsupported = events.OfType<JobEvent.Started>().Single().Environment.Unsupported
            .Where(each => each.Reason.Code != ReasonCode.NoCommand).ToArray();
        unsupported.Select(each => each.Strategy).ShouldBe(Unsupported.GetValueOrDefault(benchmark, []), ignoreOrder: true);
        unsupported.ShouldAllBe(each => each.Reason.Code == ReasonCode.NoSeveralSlots);
        Verify(events, job);
        foreach (var ended in events.Ended().Where(ended => strategies.Contains(ended.Case.Strategy)))
        {
            sample.Check(ended.Case.Strategy, ended.Run);
        }

        (await cluster.QueryAllAsync("DBSIZE")).ShouldAllBe(size => size.Text == "0");
        return events.OfType<JobEvent.Started>().Single().Environment.Targets.Single();
    }

    private static void Verify(JobEvent[] events, Job job)
    {
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null), string.Join(" ", events.Runs().Select(run => run.Error.ToText())));
        events.Ended().Select(ended => ended.Case.Strategy).Distinct().Count().ShouldBeGreaterThan(0);
        foreach (var (@case, run) in events.Ended().Select(ended => (ended.Case, ended.Run)))
        {
            run.State.ShouldBe(RunState.Ok, run.Error.ToText());
            run.Verified.ShouldBeTrue();
            run.Disturbed.ShouldNotContain(reason => reason.Code == ReasonCode.OtherClients, $"every command of {@case.Strategy} is the run's own");
            if (run.WireBytes > 0)
            {
                // The rest are heartbeats of the client.
                (run.Server!.NetInputBytes!.Value - run.WireBytes.Value - (3 * Probe)).ShouldBeInRange(
                    0, 200, $"{@case.Strategy} of {job.Request.Benchmark}");
            }
        }
    }
}

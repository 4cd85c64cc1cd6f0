using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Running.Workers;

/// <summary>Clients that lack a member that the source of RedisPerf uses.</summary>
public sealed class ClientMembersTests : IDisposable
{
    private const string Whole = "2.13.17";
    private const string Stripped = "2.13.17-stripped";

    private readonly DataFolder _data = new();

    private static JobDraft OnlineUsers => TestJobs.Draft("online-users", ["set", "hyperloglog"], """{ "users": "1000" }""");

    private ClientCatalogue Clients => ClientCatalogue.Of(_data.Path);

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task A_strategy_that_uses_a_missing_member_is_unsupported_with_this_client_only()
    {
        Strip("HyperLogLogAddAsync");

        var (environment, ended) = await RunAsync(OnlineUsers, Whole, Stripped);

        var unsupported = environment.Unsupported.ShouldHaveSingleItem();
        unsupported.Key.ShouldBe(TestCases.Key("hyperloglog", "mine", client: Stripped));
        unsupported.Reason.ShouldBe(Reason.Of(
            ReasonCode.ClientLacks, ("client", "StackExchange.Redis 2.13.17"),
            ("member", "IDatabaseAsync.HyperLogLogAddAsync(RedisKey, RedisValue[], CommandFlags)")));
        unsupported.Reason.ToText().ShouldBe(
            "StackExchange.Redis 2.13.17 does not have IDatabaseAsync.HyperLogLogAddAsync(RedisKey, RedisValue[], CommandFlags).");
        ended.ShouldAllBe(each => each.Run.State == RunState.Ok && each.Run.Verified);
        ended.Select(each => (each.Case.Strategy, each.Case.Client)).ShouldBe(
            [("set", Whole), ("set", Stripped), ("hyperloglog", Whole), ("dictionary", Whole), ("dictionary", Stripped)], ignoreOrder: true);
    }

    [Fact]
    public async Task Without_a_member_that_every_run_uses_nothing_is_supported()
    {
        Strip("set_BacklogPolicy");

        var (environment, ended) = await RunAsync(OnlineUsers, Stripped);

        environment.Unsupported.Select(@case => @case.Strategy).ShouldBe(["set", "hyperloglog", "dictionary"], ignoreOrder: true);
        environment.Unsupported.ShouldAllBe(
            @case => @case.Reason.ToText() == "StackExchange.Redis 2.13.17 does not have ConfigurationOptions.set_BacklogPolicy(BacklogPolicy).");
        ended.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_missing_type_has_its_name()
    {
        Strip("HashEntry");

        var (environment, ended) = await RunAsync(TestJobs.Draft("insert", ["hset", "batch"], """{ "items": 100, "payloadBytes": 100 }"""), Stripped);

        environment.Unsupported.Select(@case => (@case.Strategy, @case.Reason.ToText()))
            .ShouldBe([("hset", "StackExchange.Redis 2.13.17 does not have HashEntry.")]);
        ended.Select(each => (each.Case.Strategy, each.Run.State)).ShouldBe([("batch", RunState.Ok), ("floor", RunState.Ok)], ignoreOrder: true);
    }

    [Fact]
    public void The_client_of_the_build_has_all_members()
    {
        foreach (var strategy in Catalogue.Default.Benchmarks.SelectMany(benchmark => benchmark.Info.Strategies))
        {
            ClientMembers.FindMissing(strategy.Implementation).ShouldBeNull();
        }

        ClientMembers.FindMissing(typeof(Runner)).ShouldBeNull();
    }

    private void Strip(string name) => StrippedClient.Create(Path.Combine(_data.Path, ClientCatalogue.AddedFolder, Stripped), Whole, name);

    private async Task<(JobEnvironment Environment, JobEvent.RunEnded[] Ended)> RunAsync(JobDraft draft, params string[] clients)
    {
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Of(draft);
        var runner = new Runner(Catalogue.Default, _ => redis.Target) { FindClient = Clients.Find };

        var events = await TestJobs.RunAsync(
            runner, job with { Request = job.Request with { Clients = clients } }, null, TestContext.Current.CancellationToken);

        return (events.OfType<JobEvent.Started>().Single().Environment, events.Ended());
    }
}

using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Running.Workers;

/// <summary>Jobs that name clients, with the workers that the build makes.</summary>
public sealed class ClientTests
{
    private static readonly string[] Clients = [.. ClientCatalogue.Of("").Names];

    [Fact]
    public void The_build_makes_a_worker_for_each_version()
    {
        Clients.ShouldBe(["3.4.35", "2.13.17"]);
        Clients[0].ShouldBe(ThisMachine.ClientVersion);
        ClientCatalogue.Of("").Find("../3.4.35").ShouldBeNull();
    }

    [Fact]
    public async Task Each_case_is_measured_with_each_client_in_the_same_rounds()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = Named(TestJobs.Insert(["hset", "batch"], """{ "items": 200, "payloadBytes": 1000 }""", runs: 3));

        var events = await TestJobs.RunAsync(RunnerOn(redis), job, null, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.OfType<JobEvent.Started>().Single().Environment.Client.ShouldBe("StackExchange.Redis 2.13.17, StackExchange.Redis 3.4.35");
        var ended = events.Ended().ToArray();
        ended.ShouldAllBe(each => each.Run.State == RunState.Ok && each.Run.Verified);
        foreach (var round in ended.GroupBy(each => each.Run.Round))
        {
            round.Select(each => (each.Case.Strategy, each.Case.Client)).ShouldBe(
                [("hset", "2.13.17"), ("hset", "3.4.35"), ("batch", "2.13.17"), ("batch", "3.4.35"), ("floor", "2.13.17"), ("floor", "3.4.35")],
                ignoreOrder: true);
        }

        var document = JobDocuments.Create(job with { State = JobState.Completed }, ended, Catalogue.Default.Find("insert")!.Info);
        document.Cases.Where(@case => @case.Summary!.Ratio is not null).ShouldAllBe(
            @case => @case.Strategy != "batch", "each strategy is compared with the baseline of its client");
        JobVerdict.Of(document, Catalogue.Default.Find("insert")!.Info).Answers[^1]
            .ShouldMatch("^Client 3\\.4\\.35 against client 2\\.13\\.17: `batch` .* and `hset` ");
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Fact]
    public async Task Clients_share_the_data_that_the_cases_of_a_target_share()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = Named(TestJobs.Of(TestJobs.Draft("mget", ["mget"], """{ "keys": 1000, "keysPerCall": "1, 10" }""")));

        var events = await TestJobs.RunAsync(RunnerOn(redis), job, null, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.Runs().ShouldAllBe(run => run.State == RunState.Ok && run.Verified);
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Fact]
    public async Task Commands_that_the_client_adds_are_not_those_of_another_client()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = Named(TestJobs.Of(TestJobs.Draft("online-users", ["bitmap"], """{ "users": "200000" }""")));

        var events = await TestJobs.RunAsync(RunnerOn(redis), job, null, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.Runs().SelectMany(run => run.Disturbed).ShouldNotContain(reason => reason.Code == ReasonCode.OtherClients);
    }

    [Fact]
    public async Task A_client_that_was_removed_fails_the_job_with_its_name()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Insert(["batch"], """{ "items": 100 }""", runs: 1);

        var events = await TestJobs.RunAsync(RunnerOn(redis), job with { Request = job.Request with { Clients = ["3.4.35", "1.2.6"] } }, null, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.UnknownClient, ("client", "1.2.6"))));
        ((JobEvent.Ended)events[^1]).Error.ToText()!.ShouldStartWith("Client 1.2.6 no longer exists");
    }

    private static Job Named(Job job) => job with { Request = job.Request with { Clients = ["2.13.17", "3.4.35"] } };

    private static Runner RunnerOn(RedisServer redis) => new(Catalogue.Default, _ => redis.Target) { FindClient = ClientCatalogue.Of("").Find };
}

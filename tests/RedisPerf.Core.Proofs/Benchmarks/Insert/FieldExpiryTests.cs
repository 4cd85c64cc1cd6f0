using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Benchmarks.Insert;

/// <summary>The commands that set an expiry, on servers that have them.</summary>
public sealed class FieldExpiryTests
{
    [Theory]
    [InlineData("insert", "hsetex", EngineServer.RecentRedis)]
    [InlineData("insert", "hsetex", EngineServer.RecentValkey)]
    [InlineData("hget-decode", "hgetex", EngineServer.RecentRedis)]
    [InlineData("hget-decode", "hgetex", EngineServer.RecentValkey)]
    public async Task A_field_without_an_expiry_fails_the_verification(string benchmark, string strategy, string program)
    {
        await using var redis = await RedisServer.StartProgramAsync(program);
        await using var server = await redis.OpenAsync();
        var job = TestJobs.Of(TestJobs.Draft(benchmark, [strategy], """{ "items": 100, "keys": 4, "payloadBytes": 2000 }"""));
        var @case = Catalogue.Default.Find(benchmark)!.Cases(job.Request, "test:").Single(each => each.Strategy.Name == strategy);
        var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), Ct);
        var context = new CaseContext([connection], server);
        await @case.SetupAsync(context, Ct);
        await @case.ExecuteAsync(context, Ct);
        await @case.VerifyAsync(context, Ct);

        await context.Database.HashFieldPersistAsync("test:Account:0", [0]);
        var failure = await Should.ThrowAsync<VerificationException>(() => @case.VerifyAsync(context, Ct));

        failure.Reason.ToText().ShouldBe("The expiry of field 0 of Account:0 is unlimited instead of at most 86,400 seconds.");
        await ClientConnector.CloseAsync(connection);
    }

    // COMMAND INFO lists the command for this user too, so the run decides.
    [Theory]
    [InlineData(EngineServer.RecentRedis)]
    [InlineData(EngineServer.RecentValkey)]
    public async Task A_command_that_the_user_may_not_run_fails_the_runs_of_its_strategy_only(string program)
    {
        await using var redis = await RedisServer.StartProgramAsync(program);
        await redis.QueryAsync("ACL", "SETUSER", "few", "on", ">password", "~*", "+@all", "-hsetex");
        var job = TestJobs.Insert(["hset", "hsetex"], """{ "items": 100, "keys": 4, "payloadBytes": 2000 }""");

        var events = await TestJobs.RunAsync(job, new ConfiguredTarget("mine", $"{redis.Connection},user=few,password=password"));

        events.OfType<JobEvent.Started>().Single().Environment.Unsupported.ShouldBeEmpty();
        var runs = events.Ended().ToLookup(ended => ended.Case.Strategy, ended => ended.Run);
        runs["hset"].ShouldAllBe(run => run.State == RunState.Ok);
        runs["hsetex"].ShouldAllBe(run => run.State == RunState.Failed && run.Error!.Code == ReasonCode.NotPermitted);
        runs["hsetex"].First().Error.ToText()!.ShouldContain("'hsetex'");
    }
}

using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>The user of docs/targets.md can run every benchmark and remove left keys.</summary>
public sealed class LeastRightsTests
{
    private const string Create = "ACL SETUSER redisperf ";

    public static TheoryData<string> Benchmarks => [.. Catalogue.Default.Benchmarks.Select(benchmark => benchmark.Info.Name)];

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Benchmarks))]
    public async Task Every_benchmark_runs(string name)
    {
        await using var redis = await RedisServer.StartAsync();
        var info = Catalogue.Default.Find(name)!.Info;
        foreach (var verification in info.Verifications)
        {
            var job = TestJobs.Of(TestJobs.Draft(name, [.. info.Strategies.Where(strategy => !strategy.AsPublished && !strategy.IsFloor).Select(strategy => strategy.Name)], ContractSample.Of(name).SmallJob));
            job = job with { Request = job.Request with { Verify = verification } };

            var events = await TestJobs.RunAsync(job, await TargetAsync(redis));

            events.OfType<JobEvent.Started>().Single().Environment.Unsupported.ShouldBeEmpty();
            events.Runs().ShouldAllBe(run => run.State == RunState.Ok, string.Join(" ", events.Runs().Select(run => run.Error.ToText())));
            events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        }

        (await redis.AskAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Fact]
    public async Task Left_keys_are_removed_and_other_keys_are_protected()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = Guid.CreateVersion7();
        await redis.AskAsync("MSET", $"{Job.PrefixOf(job)}a", "left", "theirs", "kept");
        var target = await TargetAsync(redis);

        await using var keys = await target.OpenKeysAsync(Ct);

        (await keys.RemoveAsync(job, Ct)).ShouldBe(1);
        (await redis.AskAsync("ACL", "DRYRUN", "redisperf", "DEL", "theirs")).Text.ShouldNotBe("OK");
        (await redis.AskAsync("ACL", "DRYRUN", "redisperf", "FLUSHALL")).Text.ShouldNotBe("OK");
    }

    /// <summary>The command that creates the user.</summary>
    internal static async Task<string[]> RulesAsync()
    {
        var lines = await File.ReadAllLinesAsync(Path.Combine(ArchitectureTests.Root, "docs", "targets.md"), Ct);
        var rules = lines.SkipWhile(line => !line.StartsWith(Create, StringComparison.Ordinal)).TakeWhile(line => !line.StartsWith("```", StringComparison.Ordinal));
        return string.Join(' ', rules).Split(' ', StringSplitOptions.RemoveEmptyEntries);
    }

    private static async Task<ConfiguredTarget> TargetAsync(RedisServer redis)
    {
        (await redis.AskAsync(await RulesAsync())).Text.ShouldBe("OK");
        return new ConfiguredTarget("mine", $"{redis.Connection},user=redisperf,password=password");
    }
}

using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Targets;

/// <summary>The users of docs/targets.md can run every benchmark, remove left keys and read a sample.</summary>
public sealed class LeastRightsTests
{
    public static TheoryData<string> Benchmarks => [.. Catalogue.Default.Benchmarks.Select(benchmark => benchmark.Info.Name)];

    [Theory]
    [MemberData(nameof(Benchmarks))]
    public async Task Every_benchmark_runs(string name)
    {
        await using var redis = await RedisServer.StartAsync();
        var info = Catalogue.Default.Find(name)!.Info;
        foreach (var verification in info.Verifications)
        {
            var job = TestJobs.Of(TestJobs.Draft(
                name,
                [
                    .. ContractSample.Of(name).Supported.Where(strategy => !strategy.AsPublished && !strategy.IsFloor)
                        .Select(strategy => strategy.Name),
                ],
                ContractSample.Of(name).SmallJob));
            job = job with { Request = job.Request with { Verify = verification } };

            var events = await TestJobs.RunAsync(job, await TargetAsync(redis));

            events.OfType<JobEvent.Started>().Single().Environment.Unsupported.ShouldBeEmpty();
            events.Runs().ShouldAllBe(run => run.State == RunState.Ok, string.Join(" ", events.Runs().Select(run => run.Error.ToText())));
            events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        }

        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Theory]
    [InlineData("insert", "hsetex", EngineServer.RecentRedis)]
    [InlineData("insert", "hsetex", EngineServer.RecentValkey)]
    [InlineData("hget-decode", "hgetex", EngineServer.RecentRedis)]
    [InlineData("hget-decode", "hgetex", EngineServer.RecentValkey)]
    public async Task Fields_with_an_expiry_need_three_more_rights(string benchmark, string strategy, string program)
    {
        await using var redis = await RedisServer.StartProgramAsync(program);
        var target = await TargetAsync(redis);
        (await redis.QueryAsync("ACL", "SETUSER", "redisperf", "+hsetex", "+hgetex", "+hpttl")).Text.ShouldBe("OK");

        var events = await TestJobs.RunAsync(TestJobs.Of(TestJobs.Draft(benchmark, [strategy], ContractSample.Of(benchmark).SmallJob)), target);

        events.Runs().ShouldAllBe(run => run.State == RunState.Ok, string.Join(" ", events.Runs().Select(run => run.Error.ToText())));
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }

    [Fact]
    public async Task Left_keys_are_removed_and_other_keys_are_protected()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = Guid.CreateVersion7();
        await redis.QueryAsync("MSET", $"{Job.PrefixOf(job)}a", "left", "theirs", "kept");
        var target = await TargetAsync(redis);

        await using var keys = await target.OpenKeysAsync(Ct);

        (await keys.RemoveAsync(job, Ct)).ShouldBe(1);
        (await redis.QueryAsync("ACL", "DRYRUN", "redisperf", "DEL", "theirs")).Text.ShouldNotBe("OK");
        (await redis.QueryAsync("ACL", "DRYRUN", "redisperf", "FLUSHALL")).Text.ShouldNotBe("OK");
    }

    [Fact]
    public async Task A_sample_needs_rights_to_read_only()
    {
        await using var redis = await RedisServer.StartAsync();
        using var data = new DataFolder();
        await redis.QueryAsync("SET", "user:1", "value");
        await redis.QueryAsync("HSET", "user:2", "first", "one", "second", "other");
        (await redis.QueryAsync(await LeastRights.RulesAsync("redisperf-sample"))).Text.ShouldBe("OK");
        var target = new ConfiguredTarget("mine", $"{redis.Connection},user=redisperf-sample,password=password");

        (await PayloadSampler.StoreAsync(target, "user:*", 10, SampleType.Strings, new(data.Path), Ct)).TotalBytes.ShouldBe(5);
        (await PayloadSampler.StoreAsync(target, "user:*", 10, SampleType.Hashes, new(data.Path), Ct)).TotalBytes.ShouldBe(8);
        (await redis.QueryAsync("ACL", "DRYRUN", "redisperf-sample", "SET", "user:1", "x")).Text.ShouldNotBe("OK");
        (await redis.QueryAsync("ACL", "DRYRUN", "redisperf-sample", "GET", "other:1")).Text.ShouldNotBe("OK");
    }

    private static async Task<ConfiguredTarget> TargetAsync(RedisServer redis)
    {
        (await redis.QueryAsync(await LeastRights.RulesAsync())).Text.ShouldBe("OK");
        return new ConfiguredTarget("mine", $"{redis.Connection},user=redisperf,password=password");
    }
}

using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Tests.Targets;

public sealed class JobKeysTests
{
    [Fact]
    public async Task Removes_the_keys_of_one_job_in_one_database_and_no_other_key()
    {
        await using var redis = await RedisServer.StartAsync();
        var (job, other) = (Guid.CreateVersion7(), Guid.CreateVersion7());
        string[] foreign =
        [
            "redisperf", "redisperf:", "redisperf:theirs", "redisperf:lease2", $"redisperf:{job:D}:a", $"redisperf:{job:N}",
            $"redisperf:{job:N}x:a", $"xredisperf:{job:N}:a", $"REDISPERF:{job:N}:a",
        ];
        await redis.QueryAsync(["MSET", .. foreign.SelectMany(key => new[] { key, "kept" })]);
        await redis.QueryAsync(["MSET", .. Enumerable.Range(0, 5_000).SelectMany(number => new[] { $"{Job.PrefixOf(job)}{number}", "left" }),
            $"{Job.PrefixOf(other)}a", "left"]);
        await using (var elsewhere = await Target(redis, ",defaultDatabase=3").OpenKeysAsync(Ct))
        {
            (await elsewhere.CountAsync(Ct)).ShouldBeEmpty();
        }

        await using var keys = await ((ConfiguredTarget)redis.Target).OpenKeysAsync(Ct);

        (await keys.CountAsync(Ct)).ShouldBe(new Dictionary<Guid, long> { [job] = 5_000, [other] = 1 }, ignoreOrder: true);
        (await keys.RemoveAsync(job, Ct)).ShouldBe(5_000);
        (await keys.RemoveAsync(job, Ct)).ShouldBe(0);
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe($"{foreign.Length + 1}");
    }

    [Fact]
    public async Task A_job_on_an_existing_Garnet_releases_it_and_leaves_no_key()
    {
        using var data = new DataFolder();
        await using var garnet = await new EmbeddedTarget(data.Path).OpenAsync(new(0), Ct);
        var target = new ConfiguredTarget("mine", garnet.EndPoint.ToString()!);

        var events = await TestJobs.RunAsync(TestJobs.Insert(["batch"], """{"items": 300, "payloadBytes": 500}""", runs: 2), target);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        using var connection = await garnet.ConnectAsync(TimeSpan.FromSeconds(10), Ct);
        ((long)await connection.GetDatabase().ExecuteAsync("DBSIZE")).ShouldBe(0);
        var job = Guid.CreateVersion7();
        await connection.GetDatabase().StringSetAsync($"{Job.PrefixOf(job)}a", "left");
        await connection.GetDatabase().HashSetAsync($"{Job.PrefixOf(job)}b", "field", "left");
        await using var keys = await target.OpenKeysAsync(Ct);
        (await keys.FindRunningJobAsync(Ct)).ShouldBeNull();
        (await keys.CountAsync(Ct)).ShouldBe(new Dictionary<Guid, long> { [job] = 2 });
        (await keys.RemoveAsync(job, Ct)).ShouldBe(2);
    }

    [Theory]
    [InlineData("")]
    [InlineData(",defaultDatabase=3")]
    public async Task Does_not_remove_the_keys_of_a_job_that_started_in_the_meantime(string options)
    {
        await using var redis = await RedisServer.StartAsync();
        var job = Guid.CreateVersion7();
        await using var keys = await Target(redis, options).OpenKeysAsync(Ct);
        (await keys.FindRunningJobAsync(Ct)).ShouldBeNull();
        await redis.QueryAsync("SET", ServerLease.Key, LeaseHolder.Of(job).ToString());

        (await keys.FindRunningJobAsync(Ct)).ShouldBe(job);
        (await keys.RemoveAsync(job, Ct)).ShouldBeNull();

        (await keys.RemoveAsync(Guid.CreateVersion7(), Ct)).ShouldBe(0);
        await redis.QueryAsync("DEL", ServerLease.Key);
        (await keys.RemoveAsync(job, Ct)).ShouldBe(0);
    }

    [Fact]
    public async Task Ends_before_the_keys_of_a_job_that_another_node_continues()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = Guid.CreateVersion7();
        await redis.QueryAsync(["MSET", .. Enumerable.Range(0, 5_000).SelectMany(number => new[] { $"{Job.PrefixOf(job)}{number}", "left" })]);
        await using var keys = await ((ConfiguredTarget)redis.Target).OpenKeysAsync(Ct);
        await redis.QueryAsync("CLIENT", "PAUSE", "60000", "WRITE");

        // The removal of the first keys waits for the end of the pause, and the lease comes right after it.
        var removing = keys.RemoveAsync(job, Ct);
        await Task.Delay(200, Ct);
        removing.IsCompleted.ShouldBeFalse();
        var lease = redis.QueryAsync("SET", ServerLease.Key, LeaseHolder.Of(job).ToString());
        await Task.Delay(200, Ct);
        await redis.QueryAsync("CLIENT", "UNPAUSE");
        await lease;

        (await removing).ShouldBeNull();
        long.Parse((await redis.QueryAsync("DBSIZE")).Text!, CultureInfo.InvariantCulture).ShouldBeInRange(3_001, 5_001);
    }

    [Fact]
    public async Task A_user_who_may_not_list_keys_is_named()
    {
        await using var redis = await RedisServer.StartAsync();
        await redis.QueryAsync("ACL", "SETUSER", "writer", "on", ">open-sesame", "~*", "+@all", "-scan");
        await using var keys = await Target(redis, ",user=writer,password=open-sesame").OpenKeysAsync(Ct);

        var error = await Should.ThrowAsync<TargetException>(() => keys.RemoveAsync(Guid.CreateVersion7(), Ct));

        error.Reason.ToText().ShouldStartWith("The server of target 'mine' does not permit this user to do that: NOPERM");
    }

    private static ConfiguredTarget Target(RedisServer redis, string options) => new ConfiguredTarget("mine", redis.Connection + options);
}

using System.Diagnostics;
using System.Globalization;
using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Cluster;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Targets.Cluster;

/// <summary>The target <c>local-cluster</c>, and the same cluster as an existing one.</summary>
[Collection(RedisCluster.Collection)]
public sealed class ClusterTargetTests(RedisCluster cluster) : IAsyncLifetime
{
    private readonly DataFolder _data = new();

    public async ValueTask InitializeAsync() => await cluster.StartAsync();

    public ValueTask DisposeAsync()
    {
        _data.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task The_environment_has_the_shards_and_what_a_cluster_lacks()
    {
        var version = cluster.Server.Environment.Version;
        await using var found = await cluster.Target(node: 1).OpenAsync(new(0), Ct);

        version.ShouldMatch(@"^\d+\.\d+\.\d+$");
        foreach (var environment in new[] { cluster.Server.Environment, found.Environment })
        {
            environment.Settings["cluster"].ShouldBe($"3 shards: {version}, {version}, {version}");
            environment.Version.ShouldBe(version);
            environment.MissingCapabilities.Keys.ShouldBe([Capability.SeveralSlots]);
        }

        found.ShardCount.ShouldBe(3);
        (await cluster.Target(node: 2).DescribeAsync(Ct)).ShouldSatisfyAllConditions(
            described => described.Status.ShouldBe(TargetStatus.Ready),
            described => described.Version.ShouldBe(version));
    }

    [Theory]
    [InlineData("a")]
    [InlineData("redisperf:0191d0f4a1b27c3d8e4f5a6b7c8d9e0f:Account:29")]
    [InlineData("user:{42}:name")]
    [InlineData("{}empty{tag}")]
    [InlineData("open{brace")]
    [InlineData("close}before{tag}{other}")]
    [InlineData("Grüße {ключ}")]
    public async Task The_slot_of_a_key_is_that_of_the_server(string key) =>
        $"{HashSlot.Of(Encoding.UTF8.GetBytes(key))}".ShouldBe((await cluster.QueryAsync(0, "CLUSTER", "KEYSLOT", key)).Text);

    [Fact]
    public async Task Two_configurations_of_a_cluster_do_not_measure_at_the_same_time()
    {
        var job = Guid.CreateVersion7();
        await using (var first = await cluster.Target(node: 0).OpenAsync(new(0), Ct))
        {
            await using var second = await cluster.Target(node: 2).OpenAsync(new(0), Ct);

            (await first.LeaseAsync(job, Ct)).ShouldBeNull();
            (await second.LeaseAsync(Guid.CreateVersion7(), Ct)).ShouldNotBeNull().Code.ShouldBe(ReasonCode.TargetLeased);
            await using var keys = await cluster.Target(node: 1).OpenKeysAsync(Ct);
            (await keys.FindRunningJobAsync(Ct)).ShouldBe(job);
        }

        (await SizeAsync()).ShouldBe(0);
    }

    [Fact]
    public async Task Left_keys_are_removed_from_all_shards_and_other_keys_are_protected()
    {
        var (job, other) = (Guid.CreateVersion7(), Guid.CreateVersion7());
        var foreign = Enumerable.Range(0, 30)
            .SelectMany(number => new[] { $"theirs:{number}", $"redisperf:theirs:{number}", $"{Job.PrefixOf(other)}{number}" }).ToArray();
        await SetAsync([.. foreign, .. Enumerable.Range(0, 3_000).Select(number => $"{Job.PrefixOf(job)}{number}")]);
        (await SizesAsync()).ShouldAllBe(size => size > 100);

        await using (var keys = await cluster.Target(node: 1).OpenKeysAsync(Ct))
        {
            (await keys.CountAsync(Ct)).ShouldBe(new Dictionary<Guid, long> { [job] = 3_000, [other] = 30 }, ignoreOrder: true);
            (await keys.RemoveAsync(job, Ct)).ShouldBe(3_000);
        }

        (await SizeAsync()).ShouldBe(foreign.Length);
        await cluster.QueryAllAsync("FLUSHALL");
    }

    [Fact]
    public async Task A_job_that_does_not_fit_on_one_shard_is_refused()
    {
        await cluster.QueryAsync(1, "CONFIG", "SET", "maxmemory", "20mb");
        try
        {
            var room = await cluster.Target().RoomAsync(Ct);
            var events = await TestJobs.RunAsync(TestJobs.Insert(["hset"], """{ "items": 3000, "payloadBytes": 10000 }"""), cluster.Target());

            room.Shards.ShouldNotBeNull().Select(shard => shard.Node).ShouldBe(cluster.Nodes);
            room.Shards[1].Bytes.ShouldNotBeNull().ShouldBeInRange(10 << 20, 20 << 20);
            var reason = events[^1].ShouldBeOfType<JobEvent.Ended>().Error.ShouldNotBeNull();
            reason.Code.ShouldBe(ReasonCode.NotEnoughShardMemory);
            reason.ToText().ShouldNotBeNull().ShouldContain($"the node {cluster.Nodes[1]} of mine has");
            events = await TestJobs.RunAsync(TestJobs.Insert(["hset"], """{ "items": 300, "payloadBytes": 1000 }"""), cluster.Target());
            events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        }
        finally
        {
            await cluster.QueryAsync(1, "CONFIG", "SET", "maxmemory", "0");
        }
    }

    [Fact]
    public async Task A_payload_is_sampled_from_all_shards()
    {
        await SetAsync([.. Enumerable.Range(0, 60).Select(number => $"user:{number}")]);

        var sample = await PayloadSampler.StoreAsync(cluster.Target(), "user:*", 100, SampleType.Strings, new PayloadStore(_data.Path), Ct);

        sample.Values.ShouldBe(60);
        await cluster.QueryAllAsync("FLUSHALL");
    }

    [Fact]
    public async Task The_sample_of_a_cluster_is_the_sum_of_its_shards()
    {
        await using var server = await cluster.Target().OpenAsync(new(0), Ct);
        var before = await server.SampleAsync(Ct);
        await cluster.QueryAllAsync("SET", "a", "1");

        var figures = ServerSample.Between(before, await server.SampleAsync(Ct));

        // One shard executes it, and the others redirect the client.
        figures.Commands.ShouldNotBeNull().GetValueOrDefault("set").ShouldBe(1);
        figures.BusiestShardCpuSeconds.ShouldNotBeNull().ShouldBeLessThan(figures.CpuSeconds!.Value);
        figures.NetInputBytes.ShouldNotBeNull().ShouldBeGreaterThan(3 * 27);
        await cluster.QueryAllAsync("FLUSHALL");
    }

    [Fact]
    public async Task Its_masters_end_with_it_and_a_lost_or_changed_one_is_named()
    {
        var started = await (await RedisCluster.InstalledAsync(_data.Path)).OpenAsync(new(0), Ct);
        int[] processes = [.. started.Attachment.Shards.Select(shard => shard.ProcessId!.Value)];
        string[] nodes = [.. started.Attachment.Shards.Select(shard => shard.EndPoint)];
        await using (started)
        {
            started.FindChange(await started.SampleAsync(Ct)).ShouldBeNull();
            await using (var bump = await RespConnection.OpenAsync(started.EndPoint, null, null, Ct))
            {
                // As after a failover, or when a slot moves.
                (await bump.CallAsync(Ct, "CLUSTER", "BUMPEPOCH")).Text!.ShouldStartWith("BUMPED");
            }

            started.FindChange(await started.SampleAsync(Ct)).ToText().ShouldNotBeNull().ShouldContain("cluster epoch was 3");
            Process.GetProcessById(processes[2]).Kill();
            (await started.FindEndAsync(Ct)).ShouldNotBeNull().Code.ShouldBe(ReasonCode.ServerEnded);
            var killed = Stopwatch.GetTimestamp();
            (await Should.ThrowAsync<TargetException>(() => started.ConnectAsync(TimeSpan.FromSeconds(10), Ct))).Reason.Code
                .ShouldBe(ReasonCode.ServerEnded);
            Stopwatch.GetElapsedTime(killed).ShouldBeLessThan(TimeSpan.FromSeconds(3), "the client waits longer for a missing shard");
            var target = new ConfiguredTarget("mine", nodes[0]);
            var expected = $"The server of target 'mine' is a cluster whose node {nodes[2]} cannot be used: ";
            (await target.DescribeAsync(Ct)).Reason.ToText().ShouldNotBeNull().ShouldStartWith(expected);
            (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), Ct))).Reason.ToText().ShouldNotBeNull()
                .ShouldStartWith(expected);
            (await Should.ThrowAsync<TargetException>(() => target.OpenKeysAsync(Ct))).Reason.ToText().ShouldNotBeNull().ShouldStartWith(expected);
        }

        processes.ShouldAllBe(process => !Directory.Exists($"/proc/{process}"));
        Directory.GetFileSystemEntries(_data.Servers).ShouldBeEmpty();
    }

    // Each key on its own shard.
    private async Task SetAsync(string[] keys)
    {
        using var connection = await cluster.Server.ConnectAsync(TimeSpan.FromSeconds(10), Ct);
        await Task.WhenAll(keys.Select(key => connection.GetDatabase().StringSetAsync(key, "value")));
    }

    private async Task<long[]> SizesAsync() =>
        Array.ConvertAll(await cluster.QueryAllAsync("DBSIZE"), reply => long.Parse(reply.Text!, CultureInfo.InvariantCulture));

    private async Task<long> SizeAsync() => (await SizesAsync()).Sum();
}

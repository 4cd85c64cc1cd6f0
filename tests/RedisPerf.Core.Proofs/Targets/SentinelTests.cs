using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Targets;

/// <summary>A real Sentinel that watches a primary and its replica.</summary>
public sealed class SentinelTests
{
    private const string Password = "of,server=1";

    [Fact]
    public async Task A_job_follows_the_service_to_its_primary_also_after_a_failover()
    {
        await using var first = await RedisServer.StartAsync("--requirepass", Password, "--masterauth", Password);
        await using var second = await RedisServer.StartAsync(
            "--requirepass", Password, "--masterauth", Password, "--replicaof", "127.0.0.1", $"{first.Port}");
        using var folder = new DataFolder();
        await using var sentinel = await StartSentinelAsync(folder, first.Port);
        var target = new TargetCatalogue(folder.Path, [new()
        {
            Name = "mine",
            Connection = $"127.0.0.1:{sentinel.EndPoint.Port},serviceName=mymaster,sentinelPassword=of-sentinel",
            Password = Password,
        }]).Targets[0];

        (await target.DescribeAsync(Ct)).Status.ShouldBe(TargetStatus.Ready);
        (await PrimaryOfJobAsync(target)).ShouldBe($"mymaster, primary {first.Connection}");

        // Sentinel finds the replica in the INFO of the primary, every ten seconds.
        await Poll.UntilAsync(async () => !(await CommandAsync(sentinel, "SENTINEL", "FAILOVER", "mymaster")).IsError);
        await Poll.UntilAsync(
            async () => (await CommandAsync(sentinel, "SENTINEL", "get-master-addr-by-name", "mymaster")).Items[1].Text == $"{second.Port}");
        await Poll.UntilAsync(async () => (await target.DescribeAsync(Ct)).Status == TargetStatus.Ready);
        (await PrimaryOfJobAsync(target)).ShouldBe($"mymaster, primary {second.Connection}");
    }

    [Fact]
    public async Task It_is_refused_without_a_service_with_an_unknown_one_and_with_a_wrong_password()
    {
        await using var redis = await RedisServer.StartAsync();
        using var folder = new DataFolder();
        await using var sentinel = await StartSentinelAsync(folder, redis.Port);
        var address = $"127.0.0.1:{sentinel.EndPoint.Port}";

        (await ReasonAsync($"{address},password=of-sentinel")).ShouldStartWith("The server of target 'mine' is a Sentinel, which stores no keys");
        (await ReasonAsync($"{address},serviceName=other,sentinelPassword=of-sentinel"))
            .ShouldBe("The Sentinel of target 'mine' does not watch the service other; check serviceName.");
        (await ReasonAsync($"{address},serviceName=mymaster,sentinelPassword=wrong"))
            .ShouldBe($"The Sentinel {address} of target 'mine' cannot be used: The server of target 'mine' refused the user or the password.");
        (await ReasonAsync($"{address},serviceName=mymaster")).ShouldStartWith("The server of target 'mine' requires a password");
    }

    private static async Task<string> ReasonAsync(string connection)
    {
        var description = await new ConfiguredTarget("mine", connection).DescribeAsync(Ct);
        description.Status.ShouldBe(TargetStatus.Unavailable);
        return description.Reason.ToText().ShouldNotBeNull();
    }

    private static async Task<string> PrimaryOfJobAsync(ITarget target)
    {
        var events = await TestJobs.RunAsync(TestJobs.Insert(["floor", "batch"], """{"items": 300, "payloadBytes": 500}"""), target);
        events.OfType<JobEvent.Ended>().Single().State.ShouldBe(JobState.Completed);
        return events.OfType<JobEvent.Started>().Single().Environment.Targets.Single().Settings["sentinel"];
    }

    private static async Task<Core.Targets.Resp.RespReply> CommandAsync(ServerProcess sentinel, params string[] command)
    {
        await using var connection = await Core.Targets.Resp.RespConnection.OpenAsync(sentinel.EndPoint, new("", "of-sentinel"), null, Ct);
        return await connection.QueryAsync(Ct, command);
    }

    private static async Task<ServerProcess> StartSentinelAsync(DataFolder folder, int primary)
    {
        var program = SearchPath.Find("redis-server");
        Assert.SkipUnless(program is not null, "redis-server is not installed here.");
        var file = Path.Combine(folder.Path, "sentinel.conf");
        await File.WriteAllTextAsync(
            file,
            $"""
            bind 127.0.0.1
            requirepass of-sentinel
            sentinel monitor mymaster 127.0.0.1 {primary} 1
            sentinel auth-pass mymaster {Password}
            sentinel down-after-milliseconds mymaster 2000
            sentinel failover-timeout mymaster 20000

            """,
            Ct);
        // A Sentinel writes no line that it is ready, so it is accepted at the limit.
        return await ServerProcess.StartAsync(
            new ServerProgram(program, port => [file, "--sentinel", "--port", $"{port}"]), "sentinel", folder.Path, TimeSpan.FromSeconds(2), Ct);
    }
}

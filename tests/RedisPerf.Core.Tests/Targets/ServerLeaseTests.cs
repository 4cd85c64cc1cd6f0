using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Targets;

public sealed class ServerLeaseTests
{
    [Fact]
    public async Task Renewal_during_a_run_is_in_no_figure_of_the_server()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        (await server.LeaseAsync(Guid.CreateVersion7(), Ct)).ShouldBeNull();
        var (plain, renewed) = (await BetweenAsync(() => Task.CompletedTask), await BetweenAsync(() => server.Lease!.BeginRunAsync(Ct)));

        renewed.NetInputBytes.ShouldNotBeNull().ShouldBe(plain.NetInputBytes!.Value);
        renewed.Commands.ShouldNotBeNull().ShouldBeEmpty();

        async Task<ServerFigures> BetweenAsync(Func<Task> act)
        {
            var before = await server.SampleAsync(Ct);
            await act();
            return ServerSample.Between(before, await server.SampleAsync(Ct));
        }
    }

    [Fact]
    public async Task It_expires_after_fifteen_seconds()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();

        await server.LeaseAsync(Guid.CreateVersion7(), Ct);

        long.Parse((await redis.QueryAsync("PTTL", ServerLease.Key)).Text!, System.Globalization.CultureInfo.InvariantCulture)
            .ShouldBeInRange(1, 15_000);
    }

    [Fact]
    public async Task Another_target_of_the_job_with_the_same_server_does_not_release_it()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var job = Guid.CreateVersion7();
        (await server.LeaseAsync(job, Ct)).ShouldBeNull();

        await using (var same = await redis.OpenAsync())
        {
            (await same.LeaseAsync(job, Ct)).ShouldBeNull();
            await same.Lease!.BeginRunAsync(Ct);
        }

        (await redis.QueryAsync("GET", ServerLease.Key)).Text.ShouldBe(server.Lease!.Value);
    }

    [Fact]
    public async Task A_job_without_it_sends_a_few_commands()
    {
        await using var redis = await RedisServer.StartAsync();
        await redis.QueryAsync("SET", ServerLease.Key, LeaseHolder.Of(Guid.CreateVersion7()).ToString());
        string[] commands;
        using (var log = await CommandLog.StartAsync(redis))
        {
            var events = await TestJobs.RunAsync(TestJobs.Insert(["batch"], """{ "items": 60 }"""), redis.Target);
            events[^1].ShouldBeOfType<JobEvent.Ended>().Error!.Code.ShouldBe(ReasonCode.TargetLeased);
            commands = [.. await log.EndAsync()];
        }

        // The round trip, the scripts and the settings are tested after the job has the server.
        commands.ShouldNotContain(line => line.Contains("PING", StringComparison.Ordinal) || line.Contains("EVAL", StringComparison.Ordinal)
            || line.Contains("CONFIG", StringComparison.Ordinal));
        commands.Length.ShouldBeLessThan(10, string.Join('\n', commands));
    }

    [Fact]
    public async Task Another_node_checks_it_and_changes_nothing()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        await server.LeaseAsync(Guid.CreateVersion7(), Ct);
        using var log = await CommandLog.StartAsync(redis);

        await using (var assistant = await redis.OpenAsync())
        {
            assistant.Adopt(server.Lease!.Value, isWatched: true);
            await assistant.Lease!.BeginRunAsync(Ct);
            await assistant.Lease.EndRunAsync(Ct);
            await redis.QueryAsync("DEL", ServerLease.Key);
            (await Should.ThrowAsync<TargetException>(() => assistant.Lease.BeginRunAsync(Ct))).Reason.Code.ShouldBe(ReasonCode.LeaseLost);
        }

        (await log.EndAsync()).Count(line => line.Contains(ServerLease.Key, StringComparison.Ordinal)).ShouldBe(
            4, "three checks, and the DEL of this test");
        (await redis.QueryAsync("EXISTS", ServerLease.Key)).Text.ShouldBe("0");
    }
}

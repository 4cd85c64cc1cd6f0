using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Targets;

public sealed class ServerLeaseTests
{
    private static CancellationToken Ct => TestContext.Current.CancellationToken;

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

        long.Parse((await redis.AskAsync("PTTL", ServerLease.Key)).Text!, System.Globalization.CultureInfo.InvariantCulture).ShouldBeInRange(1, 15_000);
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
            await redis.AskAsync("DEL", ServerLease.Key);
            (await Should.ThrowAsync<TargetException>(() => assistant.Lease.BeginRunAsync(Ct))).Reason.Code.ShouldBe(ReasonCode.LeaseLost);
        }

        (await log.EndAsync()).Count(line => line.Contains(ServerLease.Key, StringComparison.Ordinal)).ShouldBe(4, "three checks, and the DEL of this test");
        (await redis.AskAsync("EXISTS", ServerLease.Key)).Text.ShouldBe("0");
    }
}

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

        async Task<Core.Model.ServerFigures> BetweenAsync(Func<Task> act)
        {
            var before = await server.SampleAsync(Ct);
            await act();
            return ServerSample.Between(before, await server.SampleAsync(Ct));
        }
    }
}

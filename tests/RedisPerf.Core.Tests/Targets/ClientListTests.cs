using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>The list of clients of a server, which shows whether the connections of a run are closed.</summary>
public sealed class ClientListTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task A_client_is_found_until_its_connection_is_closed()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var first = await server.ConnectAsync(Minute, Ct);
        using var second = await server.ConnectAsync(Minute, Ct);
        string[] names = [first.ClientName];
        (await server.HasClientAsync(names, Ct)).ShouldBeTrue();

        await ClientConnector.CloseAsync(first);

        await Poll.UntilAsync(async () => !await server.HasClientAsync(names, Ct));

        (await server.HasClientAsync([second.ClientName], Ct)).ShouldBeTrue();
    }

    [Fact]
    public async Task No_client_is_found_in_a_list_that_is_too_long()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var connections = new List<ConnectionMultiplexer>();
        for (var i = 0; i < 5; i++)
        {
            connections.Add(await ConnectionMultiplexer.ConnectAsync(
                new ConfigurationOptions { EndPoints = { redis.Connection }, ClientName = new('n', 1 << 20) }));
        }

        (await server.HasClientAsync([connections[0].ClientName], Ct)).ShouldBeFalse();

        foreach (var connection in connections)
        {
            await connection.DisposeAsync();
        }
    }
}

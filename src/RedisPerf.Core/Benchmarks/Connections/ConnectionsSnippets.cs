using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>The code of the strategies of <c>connections</c> for a program of a user: callers that share connections.</summary>
public static class ConnectionsSnippets
{
    private const string Configuration = "string configuration, ";

    private const string Memory = "Each connection takes a socket and buffers on the client and on the server.";
    private const string Order = "Commands on different connections are executed in any order.";
    private const string Lifetime = "The connections must be created once for the program, not for each request.";

    public static Snippet Get { get; } = Of(
        Configuration + "RedisKey[] keys",
        """
        var values = new RedisValue[keys.Length];
        await Parallel.ForAsync(0, keys.Length, callers, async (index, _) =>
            values[index] = await Database(index).StringGetAsync(keys[index]));
        """) with
    {
        Result = "values",
    };

    public static Snippet Set { get; } = Of(
        Configuration + "KeyValuePair<RedisKey, RedisValue>[] pairs",
        """
        await Parallel.ForAsync(0, pairs.Length, callers, async (index, _) =>
            await Database(index).StringSetAsync(pairs[index].Key, pairs[index].Value));
        """);

    public static Snippet Mixed { get; } = Of(
        Configuration + "KeyValuePair<RedisKey, RedisValue>[] pairs, RedisKey[] keys",
        """
        var values = new RedisValue[keys.Length];
        var writing = Parallel.ForAsync(0, pairs.Length, callers, async (index, _) =>
            await Database(index).StringSetAsync(pairs[index].Key, pairs[index].Value));
        await Parallel.ForAsync(0, keys.Length, callers, async (index, _) =>
            values[index] = await Database(index).StringGetAsync(keys[index]));
        await writing;
        """) with
    {
        Result = "values",
    };

    private static Snippet Of(string given, string calls) => Snippet.Of<ConnectionsOptions>(
        given,
        (options, _) => $$"""
            var connections = await Task.WhenAll(Enumerable.Range(0, {{options.Connections:N0}})
                .Select(_ => ConnectionMultiplexer.ConnectAsync(configuration)));
            var callers = new ParallelOptions { MaxDegreeOfParallelism = {{options.CommandsInFlight:N0}} };
            IDatabase Database(int call) => connections[call % connections.Length].GetDatabase();

            {{calls}}
            """,
        Memory,
        Order,
        Lifetime);
}

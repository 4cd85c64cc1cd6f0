using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Work that is not measured, on many keys: in one command, or on a cluster in one command per key, because the keys
/// have several hash slots.</summary>
public static class ManyKeys
{
    /// <summary>Whether the connection is to a cluster.</summary>
    public static bool IsCluster(this IDatabase database) => database.Multiplexer.GetServers().Any(server => server.ServerType == ServerType.Cluster);

    /// <summary>The server, or the masters of a cluster.</summary>
    public static IEnumerable<IServer> Masters(this IConnectionMultiplexer connection) => connection.GetServers().Where(server => !server.IsReplica);

    /// <summary>Loads a script on all masters.</summary>
    /// <returns>Its hash, for calls.</returns>
    public static async Task<byte[]> LoadScriptAsync(this IConnectionMultiplexer connection, string script, CancellationToken ct) =>
        (await Task.WhenAll(connection.Masters().Select(server => server.ScriptLoadAsync(script))).WaitAsync(ct))[0];

    /// <summary>Reads the values of the keys, in their order.</summary>
    public static Task<RedisValue[]> GetManyAsync(this IDatabase database, RedisKey[] keys) =>
        database.IsCluster() ? Task.WhenAll(Array.ConvertAll(keys, key => database.StringGetAsync(key))) : database.StringGetAsync(keys);

    /// <summary>Writes the values of the keys.</summary>
    public static Task SetManyAsync(this IDatabase database, KeyValuePair<RedisKey, RedisValue>[] pairs) =>
        database.IsCluster()
            ? Task.WhenAll(Array.ConvertAll(pairs, pair => database.StringSetAsync(pair.Key, pair.Value)))
            : database.StringSetAsync(pairs);
}

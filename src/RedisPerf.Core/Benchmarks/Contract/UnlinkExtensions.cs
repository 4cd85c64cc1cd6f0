using RedisPerf.Abstractions;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Removes a benchmark's own keys by name. The server frees their memory in the background.</summary>
public static class UnlinkExtensions
{
    private const int KeysPerCommand = 1_000;

    /// <summary>Approximate length of a key: <c>redisperf:</c>, a job's ID and the benchmark's suffix.</summary>
    private const int BytesPerKey = 64;

    private const int WindowBytes = 4 << 20;

    /// <summary>Sends UNLINK, or DEL to a server without UNLINK.</summary>
    public static Task UnlinkAsync(this IDatabase database, RedisKey key) => database.KeyDeleteAsync(key);

    /// <inheritdoc cref="UnlinkAsync(IDatabase, RedisKey)"/>
    public static async Task UnlinkAsync(this IDatabase database, IEnumerable<RedisKey> keys, CancellationToken ct)
    {
        // Pipelined: with a remote server, waiting for a thousand replies one by one is slow.
        var window = new InFlightWindow(WindowBytes);
        var isCluster = database.IsCluster();
        foreach (var some in keys.Chunk(KeysPerCommand))
        {
            Task reply = isCluster ? Task.WhenAll(Array.ConvertAll(some, key => database.KeyDeleteAsync(key))) : database.KeyDeleteAsync(some);
            await window.AddAsync(reply, some.Length * BytesPerKey, ct).AsTask().WaitAsync(ct);
        }

        await window.DrainAsync(ct).WaitAsync(ct);
    }
}

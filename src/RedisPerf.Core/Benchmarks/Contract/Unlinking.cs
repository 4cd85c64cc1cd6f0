using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>How a benchmark removes its own keys: by name, and the server frees them when it has time.</summary>
public static class Unlinking
{
    private const int KeysPerCommand = 1_000;

    /// <summary>About: <c>redisperf:</c>, a job's id and what the benchmark adds.</summary>
    private const int BytesPerKey = 64;

    private const int WindowBytes = 4 << 20;

    /// <summary>The client sends UNLINK, and DEL to a server that lacks it.</summary>
    public static Task UnlinkAsync(this IDatabase database, RedisKey key) => database.KeyDeleteAsync(key);

    /// <inheritdoc cref="UnlinkAsync(IDatabase, RedisKey)"/>
    public static async Task UnlinkAsync(this IDatabase database, IEnumerable<RedisKey> keys, CancellationToken ct)
    {
        // Over a distant server's way a million keys would wait for a thousand replies one after another.
        var window = new InFlightWindow(WindowBytes);
        foreach (var some in keys.Chunk(KeysPerCommand))
        {
            var reply = database.KeyDeleteAsync(some);
            await window.AddAsync(reply, some.Length * BytesPerKey, ct).AsTask().WaitAsync(ct);
        }

        await window.DrainAsync(ct).WaitAsync(ct);
    }
}

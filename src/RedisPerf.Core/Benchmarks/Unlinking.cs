using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks;

/// <summary>How a benchmark removes its own keys: by name, and the server frees them when it has time.</summary>
internal static class Unlinking
{
    private const int KeysPerCommand = 1_000;

    public static Task UnlinkAsync(this IDatabase database, RedisKey key) => database.ExecuteAsync("UNLINK", key);

    public static async Task UnlinkAsync(this IDatabase database, IEnumerable<RedisKey> keys, CancellationToken ct)
    {
        foreach (var some in keys.Chunk(KeysPerCommand))
        {
            await database.ExecuteAsync("UNLINK", [.. some.Cast<object>()]).WaitAsync(ct);
        }
    }
}

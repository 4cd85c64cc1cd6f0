using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>The code of the strategies of <c>cache</c> for a program of a user.</summary>
public static class CacheSnippets
{
    public static Snippet StringGet { get; } = Snippet.Of<CacheOptions>(
        "IDatabase db, RedisKey key, Func<Task<byte[]>> load",
        (options, _) => $$"""
            var value = (byte[]?)await db.StringGetAsync(key);
            if (value is null)
            {
                value = await load();
                await db.StringSetAsync(key, value, TimeSpan.FromSeconds({{options.ExpirySeconds:N0}}));
            }
            """,
        "Callers that find no value at the same time all read the source.",
        "A value that is read from the source before a change and stored after it stays until it expires.") with
    {
        Result = "value",
    };
}

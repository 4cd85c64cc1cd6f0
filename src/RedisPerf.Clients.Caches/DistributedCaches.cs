using Microsoft.Extensions.Caching.StackExchangeRedis;
using RedisPerf.Abstractions;
using RedisPerf.StackExchange;
using StackExchange.Redis;

namespace RedisPerf.Clients.Caches;

/// <summary>The <c>IDistributedCache</c> of Microsoft.Extensions.Caching.StackExchangeRedis.</summary>
internal static class DistributedCaches
{
    /// <summary>Creates the cache of an instance, with the connection of the run, which is open before the clock starts.</summary>
    public static async Task<RedisCache> CreateAsync(RunContext context)
    {
        var connection = (await context.OpenDatabaseAsync()).Multiplexer;
        return context.Own(new RedisCache(
            new RedisCacheOptions { ConnectionMultiplexerFactory = () => Task.FromResult<IConnectionMultiplexer>(connection) }));
    }
}

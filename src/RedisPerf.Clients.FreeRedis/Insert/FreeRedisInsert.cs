using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis.Insert;

/// <inheritdoc/>
public abstract class FreeRedisInsert : TextInsert<RedisClient>
{
    private protected sealed override RedisClient Open(RunContext context) => Connection.Open(context);
}

using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis.Pipelining;

/// <inheritdoc/>
public abstract class FreeRedisPipelining : TextPipelining<RedisClient>
{
    private protected sealed override RedisClient Open(RunContext context) => Connection.Open(context);
}

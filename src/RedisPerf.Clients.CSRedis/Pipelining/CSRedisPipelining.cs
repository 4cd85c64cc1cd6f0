using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis.Pipelining;

/// <inheritdoc/>
public abstract class CSRedisPipelining : TextPipelining<CSRedisClient>
{
    private protected sealed override CSRedisClient Open(RunContext context) => Connection.Open(context);
}

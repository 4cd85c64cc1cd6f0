using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis.Insert;

/// <inheritdoc/>
public abstract class CSRedisInsert : TextInsert<CSRedisClient>
{
    private protected sealed override CSRedisClient Open(RunContext context) => Connection.Open(context);
}

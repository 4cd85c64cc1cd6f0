using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis.Pipelining;

/// <summary>Writes small values with the synchronous methods.</summary>
public abstract class CSRedisPipelining : PipeliningStrategy
{
    private CSRedisClient? _client;
    private KeyValuePair<string, byte[]>[] _pairs = [];

    public sealed override Task SetupAsync(PipeliningWork work, RunContext context, CancellationToken ct)
    {
        (_client, _pairs) = (Connection.Open(context), TextWork.Of(work));
        return Task.CompletedTask;
    }

    public sealed override Task ExecuteAsync(PipeliningWork work, RunContext context, CancellationToken ct)
    {
        Execute(_client!, _pairs, context, ct);
        return Task.CompletedTask;
    }

    protected abstract void Execute(CSRedisClient client, KeyValuePair<string, byte[]>[] pairs, RunContext context, CancellationToken ct);
}

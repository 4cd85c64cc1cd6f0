using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis.Pipelining;

/// <summary>Writes small values with the synchronous methods.</summary>
public abstract class FreeRedisPipelining : PipeliningStrategy
{
    private RedisClient? _client;
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

    protected abstract void Execute(RedisClient client, KeyValuePair<string, byte[]>[] pairs, RunContext context, CancellationToken ct);
}

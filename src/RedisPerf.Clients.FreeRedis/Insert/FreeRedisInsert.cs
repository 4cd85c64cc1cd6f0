using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis.Insert;

/// <summary>Writes the documents with the synchronous methods, as the documentation of the library shows them.</summary>
public abstract class FreeRedisInsert : InsertStrategy
{
    private RedisClient? _client;
    private TextField[] _fields = [];

    public sealed override Task SetupAsync(InsertWork work, RunContext context, CancellationToken ct)
    {
        (_client, _fields) = (Connection.Open(context), TextWork.Of(work));
        Prepare(_client);
        return Task.CompletedTask;
    }

    public sealed override Task ExecuteAsync(InsertWork work, RunContext context, CancellationToken ct)
    {
        Execute(_client!, _fields, context, ct);
        return Task.CompletedTask;
    }

    private protected virtual void Prepare(RedisClient client)
    {
    }

    private protected abstract void Execute(RedisClient client, TextField[] fields, RunContext context, CancellationToken ct);
}

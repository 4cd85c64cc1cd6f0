using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis.Insert;

/// <summary>Writes the documents with the synchronous methods, as the documentation of the library shows them.</summary>
public abstract class CSRedisInsert : InsertStrategy
{
    private CSRedisClient? _client;
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

    private protected virtual void Prepare(CSRedisClient client)
    {
    }

    private protected abstract void Execute(CSRedisClient client, TextField[] fields, RunContext context, CancellationToken ct);
}

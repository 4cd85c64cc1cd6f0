using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Text;

/// <summary>Writes the documents with the synchronous methods of a library, as its documentation shows them.</summary>
/// <typeparam name="TClient">The client of a run.</typeparam>
public abstract class TextInsert<TClient> : InsertStrategy
    where TClient : class
{
    private TClient? _client;
    private TextField[] _fields = [];

    public sealed override Task SetupAsync(InsertWork work, RunContext context, CancellationToken ct)
    {
        (_client, _fields) = (Open(context), TextWork.Of(work));
        Prepare(_client);
        return Task.CompletedTask;
    }

    public sealed override Task ExecuteAsync(InsertWork work, RunContext context, CancellationToken ct)
    {
        Execute(_client!, _fields, context, ct);
        return Task.CompletedTask;
    }

    private protected abstract TClient Open(RunContext context);

    private protected virtual void Prepare(TClient client)
    {
    }

    private protected abstract void Execute(TClient client, TextField[] fields, RunContext context, CancellationToken ct);
}

using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Insert;

/// <summary>Writes the documents over one connection.</summary>
public abstract class RespiteInsert : InsertStrategy
{
    private Connection? _connection;

    public sealed override async Task SetupAsync(InsertWork work, RunContext context, CancellationToken ct)
    {
        _connection = await Connection.OpenAsync(context, ct);
        await PrepareAsync(_connection);
    }

    public sealed override Task ExecuteAsync(InsertWork work, RunContext context, CancellationToken ct) =>
        ExecuteAsync(_connection!, work, context, ct);

    private protected static IEnumerable<byte[]> Arguments(InsertField[] fields) => fields.SelectMany(field => new[] { field.Name, field.Value });

    private protected virtual Task PrepareAsync(Connection connection) => Task.CompletedTask;

    private protected abstract Task ExecuteAsync(Connection connection, InsertWork work, RunContext context, CancellationToken ct);
}

using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Insert;

/// <summary>Writes the documents over one connection. GarnetClient has no methods for hashes, but executes any command.</summary>
public abstract class GarnetInsert : InsertStrategy
{
    private GarnetClient? _client;

    public sealed override async Task SetupAsync(InsertWork work, RunContext context, CancellationToken ct)
    {
        _client = await Connection.OpenAsync(context, ct);
        await PrepareAsync(_client);
    }

    public sealed override Task ExecuteAsync(InsertWork work, RunContext context, CancellationToken ct) =>
        ExecuteAsync(_client!, work, context, ct);

    private protected static async Task WriteAsync(GarnetClient client, ReadOnlyMemory<byte> command, Memory<byte>[] arguments, RunContext context)
    {
        _ = await client.ExecuteForLongResultAsync(command, arguments);
        context.ReportReplies(1);
    }

    private protected virtual Task PrepareAsync(GarnetClient client) => Task.CompletedTask;

    private protected abstract Task ExecuteAsync(GarnetClient client, InsertWork work, RunContext context, CancellationToken ct);
}

using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Insert;

[Strategy("one-by-one", "One HSET per field; each waits for the previous reply.")]
public sealed class OneByOne : GarnetInsert
{
    private protected override async Task ExecuteAsync(GarnetClient client, InsertWork work, RunContext context, CancellationToken ct)
    {
        foreach (var field in work.Fields)
        {
            await WriteAsync(client, Command.Hset, [field.Key, field.Name, field.Value], context);
            ct.ThrowIfCancellationRequested();
        }
    }
}

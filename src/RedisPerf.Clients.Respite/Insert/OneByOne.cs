using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Insert;

[Strategy("one-by-one", "One HSET per field; each waits for the previous reply.")]
public sealed class OneByOne : RespiteInsert
{
    private protected override async Task ExecuteAsync(Connection connection, InsertWork work, RunContext context, CancellationToken ct)
    {
        foreach (var field in work.Fields)
        {
            await connection.SendAsync(Command.Hset, field.Key, field.Name, field.Value);
            ct.ThrowIfCancellationRequested();
        }
    }
}

using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Pipelining;

[Strategy("one-by-one", "One SET per value; each waits for the previous reply.")]
public sealed class OneByOne : RespitePipelining
{
    private protected override async Task ExecuteAsync(Connection connection, PipeliningWork work, CancellationToken ct)
    {
        foreach (var (key, value) in work.Pairs)
        {
            await connection.SendAsync(Command.Set, key, value);
            ct.ThrowIfCancellationRequested();
        }
    }
}

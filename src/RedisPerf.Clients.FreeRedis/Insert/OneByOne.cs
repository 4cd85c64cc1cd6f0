using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis.Insert;

[Strategy("one-by-one", "One HSET per field; each waits for the previous reply.")]
public sealed class OneByOne : FreeRedisInsert
{
    private protected override void Execute(RedisClient client, TextField[] fields, RunContext context, CancellationToken ct)
    {
        foreach (var field in fields)
        {
            _ = client.HSet(field.Key, field.Name, field.Value);
            context.ReportReplies(1);
            ct.ThrowIfCancellationRequested();
        }
    }
}

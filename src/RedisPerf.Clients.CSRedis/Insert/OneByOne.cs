using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis.Insert;

[Strategy("one-by-one", "One HSET per field; each waits for the previous reply.")]
public sealed class OneByOne : CSRedisInsert
{
    private protected override void Execute(CSRedisClient client, TextField[] fields, RunContext context, CancellationToken ct)
    {
        foreach (var field in fields)
        {
            _ = client.HSet(field.Key, field.Name, field.Value);
            context.ReportReplies(1);
            ct.ThrowIfCancellationRequested();
        }
    }
}

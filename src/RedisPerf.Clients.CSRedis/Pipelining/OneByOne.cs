using CSRedis;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.CSRedis.Pipelining;

[Strategy("one-by-one", "One SET per value; each waits for the previous reply.")]
public sealed class OneByOne : CSRedisPipelining
{
    private protected override void Execute(CSRedisClient client, KeyValuePair<string, byte[]>[] pairs, RunContext context, CancellationToken ct)
    {
        foreach (var (key, value) in pairs)
        {
            _ = client.Set(key, value);
            context.ReportReplies(1);
            ct.ThrowIfCancellationRequested();
        }
    }
}

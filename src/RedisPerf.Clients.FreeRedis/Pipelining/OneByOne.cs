using FreeRedis;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.FreeRedis.Pipelining;

[Strategy("one-by-one", "One SET per value; each waits for the previous reply.")]
public sealed class OneByOne : FreeRedisPipelining
{
    private protected override void Execute(RedisClient client, KeyValuePair<string, byte[]>[] pairs, RunContext context, CancellationToken ct)
    {
        foreach (var (key, value) in pairs)
        {
            client.Set(key, value);
            context.ReportReplies(1);
            ct.ThrowIfCancellationRequested();
        }
    }
}

using CSRedis;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.CSRedis.Pipelining;

[Strategy("mset", "The values of a batch in one MSET; each MSET waits for the previous reply.", Needs = [Need.SeveralSlots])]
public sealed class Mset : CSRedisPipelining
{
    [Option(Name = "batchSizes")]
    public int BatchSize { get; set; } = 1;

    private protected override void Execute(CSRedisClient client, KeyValuePair<string, byte[]>[] pairs, RunContext context, CancellationToken ct)
    {
        foreach (var batch in pairs.Chunk(BatchSize))
        {
            if (!client.MSet([.. batch.SelectMany(pair => new object[] { pair.Key, pair.Value })]))
            {
                throw new InvalidOperationException("The reply to MSET is not OK.");
            }

            context.ReportReplies(1);
            ct.ThrowIfCancellationRequested();
        }
    }
}

using FreeRedis;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.FreeRedis.Pipelining;

[Strategy("mset", "The values of a batch in one MSET; each MSET waits for the previous reply.", Needs = [Need.SeveralSlots])]
public sealed class Mset : FreeRedisPipelining
{
    [Option(Name = "batchSizes")]
    public int BatchSize { get; set; } = 1;

    private protected override void Execute(RedisClient client, KeyValuePair<string, byte[]>[] pairs, RunContext context, CancellationToken ct)
    {
        foreach (var batch in pairs.Chunk(BatchSize))
        {
            client.MSet(new Dictionary<string, byte[]>(batch));
            context.ReportReplies(1);
            ct.ThrowIfCancellationRequested();
        }
    }
}

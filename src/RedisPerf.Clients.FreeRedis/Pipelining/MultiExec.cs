using FreeRedis;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.FreeRedis.Pipelining;

/// <summary>The library waits for the reply to each command of a transaction.</summary>
[Strategy("multi-exec", "The SETs of a batch in one transaction; each command waits for the previous reply.", Needs = [Need.SeveralSlots])]
public sealed class MultiExec : FreeRedisPipelining
{
    [Option(Name = "batchSizes")]
    public int BatchSize { get; set; } = 1;

    private protected override void Execute(RedisClient client, KeyValuePair<string, byte[]>[] pairs, RunContext context, CancellationToken ct)
    {
        foreach (var batch in pairs.Chunk(BatchSize))
        {
            using var transaction = client.Multi();
            foreach (var (key, value) in batch)
            {
                transaction.Set(key, value);
            }

            if (transaction.Exec()?.Length != batch.Length)
            {
                throw new InvalidOperationException("The transaction was not executed.");
            }

            context.ReportReplies(batch.Length);
            ct.ThrowIfCancellationRequested();
        }
    }
}

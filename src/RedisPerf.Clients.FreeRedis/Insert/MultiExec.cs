using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis.Insert;

/// <summary>The library waits for the reply to each command of a transaction.</summary>
[Strategy("multi-exec", "Transactions of many HSETs (100 by default); each command waits for the previous reply.")]
public sealed class MultiExec : FreeRedisInsert
{
    [Option]
    public int BatchSize { get; set; } = 100;

    private protected override void Execute(RedisClient client, TextField[] fields, RunContext context, CancellationToken ct)
    {
        foreach (var batch in fields.Chunk(BatchSize))
        {
            using var transaction = client.Multi();
            foreach (var field in batch)
            {
                _ = transaction.HSet(field.Key, field.Name, field.Value);
                context.ReportReplies(1);
            }

            if (transaction.Exec()?.Length != batch.Length)
            {
                throw new InvalidOperationException("The transaction was not executed.");
            }

            ct.ThrowIfCancellationRequested();
        }
    }
}

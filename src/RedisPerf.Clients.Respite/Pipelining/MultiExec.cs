using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Pipelining;

[Strategy("multi-exec", "The SETs of a batch in one transaction; each transaction waits for the previous reply.", Needs = [Need.SeveralSlots])]
public sealed class MultiExec : RespitePipelining
{
    [Option(Name = "batchSizes")]
    public int BatchSize { get; set; } = 1;

    private protected override async Task ExecuteAsync(Connection connection, PipeliningWork work, CancellationToken ct)
    {
        foreach (var batch in work.Pairs.Chunk(BatchSize))
        {
            await Task.WhenAll([
                connection.SendAsync(Command.Multi),
                .. batch.Select(pair => connection.SendAsync(Command.Set, pair.Key, pair.Value)),
                connection.GetManyAsync(Command.Exec),
            ]);
            ct.ThrowIfCancellationRequested();
        }
    }
}

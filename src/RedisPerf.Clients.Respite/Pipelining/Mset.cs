using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Pipelining;

[Strategy("mset", "The values of a batch in one MSET; each MSET waits for the previous reply.", Needs = [Need.SeveralSlots])]
public sealed class Mset : RespitePipelining
{
    [Option(Name = "batchSizes")]
    public int BatchSize { get; set; } = 1;

    private protected override async Task ExecuteAsync(Connection connection, PipeliningWork work, CancellationToken ct)
    {
        foreach (var batch in work.Pairs.Chunk(BatchSize))
        {
            await connection.SendAsync([Command.Mset, .. batch.SelectMany(pair => new[] { pair.Key, pair.Value })]);
            ct.ThrowIfCancellationRequested();
        }
    }
}

using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Pipelining;

[Strategy("pipelined", "The SETs of a batch are sent together, then all replies are awaited.")]
public sealed class Pipelined : RespitePipelining
{
    [Option(Name = "batchSizes")]
    public int BatchSize { get; set; } = 1;

    private protected override async Task ExecuteAsync(Connection connection, PipeliningWork work, CancellationToken ct)
    {
        foreach (var batch in work.Pairs.Chunk(BatchSize))
        {
            await Task.WhenAll(batch.Select(pair => connection.SendAsync(Command.Set, pair.Key, pair.Value)));
            ct.ThrowIfCancellationRequested();
        }
    }
}

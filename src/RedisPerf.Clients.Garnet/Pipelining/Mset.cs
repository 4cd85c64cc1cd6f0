using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Pipelining;

[Strategy("mset", "The values of a batch in one MSET; each MSET waits for the previous reply.", Needs = [Need.SeveralSlots])]
public sealed class Mset : GarnetPipelining
{
    [Option(Name = "batchSizes")]
    public int BatchSize { get; set; } = 1;

    private protected override async Task ExecuteAsync(GarnetClient client, PipeliningWork work, RunContext context, CancellationToken ct)
    {
        foreach (var batch in work.Pairs.Chunk(BatchSize))
        {
            Memory<byte>[] arguments = [.. batch.SelectMany(pair => new Memory<byte>[] { pair.Key, pair.Value })];
            Check(await client.ExecuteForStringResultAsync(Command.Mset, arguments) == "OK");
            context.ReportReplies(1);
            ct.ThrowIfCancellationRequested();
        }
    }
}

using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Pipelining;

[Strategy("pipelined", "The SETs of a batch are sent together, then all replies are awaited.")]
public sealed class Pipelined : GarnetPipelining
{
    [Option(Name = "batchSizes")]
    public int BatchSize { get; set; } = 1;

    private protected override async Task ExecuteAsync(GarnetClient client, PipeliningWork work, RunContext context, CancellationToken ct)
    {
        foreach (var batch in work.Pairs.Chunk(BatchSize))
        {
            var replies = await Task.WhenAll(batch.Select(pair => client.StringSetAsync(pair.Key.AsMemory(), pair.Value.AsMemory())));
            Check(Array.TrueForAll(replies, reply => reply));
            context.ReportReplies(replies.Length);
            ct.ThrowIfCancellationRequested();
        }
    }
}

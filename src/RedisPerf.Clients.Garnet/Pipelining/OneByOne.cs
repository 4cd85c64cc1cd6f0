using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Pipelining;

[Strategy("one-by-one", "One SET per value; each waits for the previous reply.")]
public sealed class OneByOne : GarnetPipelining
{
    private protected override async Task ExecuteAsync(GarnetClient client, PipeliningWork work, RunContext context, CancellationToken ct)
    {
        foreach (var (key, value) in work.Pairs)
        {
            Check(await client.StringSetAsync(key.AsMemory(), value.AsMemory(), ct));
            context.ReportReplies(1);
            ct.ThrowIfCancellationRequested();
        }
    }
}

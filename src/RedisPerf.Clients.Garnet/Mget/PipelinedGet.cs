using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Mget;

[Strategy("pipelined-get", "One GET per key, all sent before the first reply is awaited.")]
public sealed class PipelinedGet : MgetStrategy
{
    private GarnetClient? _client;

    public override async Task SetupAsync(MgetWork work, RunContext context, CancellationToken ct) =>
        _client = await Connection.OpenAsync(context, ct);

    public override async Task ExecuteAsync(MgetWork work, RunContext context, CancellationToken ct)
    {
        var replies = await Task.WhenAll(work.Keys.Select(key => _client!.StringGetAsMemoryAsync(key.AsMemory())));
        work.Values = Array.ConvertAll(replies, Connection.ToArray);
        context.ReportReplies(replies.Length);
    }
}

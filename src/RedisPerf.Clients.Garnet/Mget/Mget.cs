using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Mget;

[Strategy("mget", "One MGET for all keys.", Needs = [Need.SeveralSlots])]
public sealed class Mget : MgetStrategy
{
    private GarnetClient? _client;

    public override async Task SetupAsync(MgetWork work, RunContext context, CancellationToken ct) =>
        _client = await Connection.OpenAsync(context, ct);

    public override async Task ExecuteAsync(MgetWork work, RunContext context, CancellationToken ct)
    {
        Memory<byte>[] keys = [.. work.Keys.Select(key => key.AsMemory())];
        work.Values = Array.ConvertAll(await _client!.StringGetAsMemoryAsync(keys), Connection.ToArray);
        context.ReportReplies(1);
    }
}

using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Load;

[Strategy("get-set", "GET and SET over one connection, pipelined.")]
public sealed class GetSet : LoadStrategy
{
    private GarnetClient? _client;

    public override async Task SetupAsync(LoadWork work, RunContext context, CancellationToken ct) =>
        _client = await Connection.OpenAsync(context, ct);

    public override async Task ExecuteAsync(LoadWork work, RunContext context, CancellationToken ct)
    {
        if (work.Value is not { } value)
        {
            work.Read = Connection.ToArray(await _client!.StringGetAsMemoryAsync(work.Key.AsMemory(), ct));
        }
        else if (!await _client!.StringSetAsync(work.Key.AsMemory(), value.AsMemory(), ct))
        {
            throw new InvalidOperationException("The reply to SET is not OK.");
        }

        context.ReportReplies(1);
    }
}

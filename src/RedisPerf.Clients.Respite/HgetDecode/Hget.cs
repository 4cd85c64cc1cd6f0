using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.HgetDecode;

[Strategy("hget", "One HGET per field without a codec, pipelined with bounded bytes in flight.")]
public sealed class Hget : HgetDecodeStrategy
{
    private Connection? _connection;

    public override async Task SetupAsync(HgetDecodeWork work, RunContext context, CancellationToken ct) =>
        _connection = await Connection.OpenAsync(context, ct);

    public override async Task ExecuteAsync(HgetDecodeWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        for (var at = 0; at < work.Fields.Count; at++)
        {
            await window.AddAsync(ReadAsync(work, at), work.Fields[at].StoredBytes, ct);
        }

        await window.DrainAsync(ct);
    }

    private async Task ReadAsync(HgetDecodeWork work, int at) =>
        work.Add(at, await _connection!.GetAsync(Command.Hget, work.Fields[at].Key, work.Fields[at].Name));
}

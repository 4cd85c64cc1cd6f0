using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.HgetDecode;

[Strategy("hget", "One HGET per field without a codec, pipelined with bounded bytes in flight.")]
public sealed class Hget : HgetDecodeStrategy
{
    private GarnetClient? _client;

    public override async Task SetupAsync(HgetDecodeWork work, RunContext context, CancellationToken ct) =>
        _client = await Connection.OpenAsync(context, ct);

    public override async Task ExecuteAsync(HgetDecodeWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        for (var at = 0; at < work.Fields.Count; at++)
        {
            await window.AddAsync(ReadAsync(work, at, context), work.Fields[at].StoredBytes, ct);
        }

        await window.DrainAsync(ct);
    }

    private async Task ReadAsync(HgetDecodeWork work, int at, RunContext context)
    {
        Memory<byte>[] arguments = [work.Fields[at].Key, work.Fields[at].Name];
        work.Add(at, Connection.ToArray(await _client!.ExecuteForMemoryResultAsync(Command.Hget, arguments)));
        context.ReportReplies(1);
    }
}

using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Insert;

[Strategy("pipelined", "One HSET per field, pipelined with bounded bytes in flight.")]
public sealed class Pipelined : GarnetInsert
{
    private protected override async Task ExecuteAsync(GarnetClient client, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var field in work.Fields)
        {
            await window.AddAsync(WriteAsync(client, Command.Hset, [field.Key, field.Name, field.Value], context), field.Value.Length, ct);
        }

        await window.DrainAsync(ct);
    }
}

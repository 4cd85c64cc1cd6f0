using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Insert;

[Strategy("pipelined", "One HSET per field, pipelined with bounded bytes in flight.")]
public sealed class Pipelined : RespiteInsert
{
    private protected override async Task ExecuteAsync(Connection connection, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var field in work.Fields)
        {
            await window.AddAsync(connection.SendAsync(Command.Hset, field.Key, field.Name, field.Value), field.Value.Length, ct);
        }

        await window.DrainAsync(ct);
    }
}

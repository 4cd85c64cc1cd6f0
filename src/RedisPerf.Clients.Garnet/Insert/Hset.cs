using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Insert;

[Strategy("hset", "Many fields in one HSET (100 by default), pipelined.")]
public sealed class Hset : GarnetInsert
{
    [Option]
    public int FieldsPerHset { get; set; } = 100;

    private protected override async Task ExecuteAsync(GarnetClient client, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var fields in work.FieldsOfOneKey(FieldsPerHset))
        {
            Memory<byte>[] arguments = [fields[0].Key, .. fields.SelectMany(field => new Memory<byte>[] { field.Name, field.Value })];
            await window.AddAsync(WriteAsync(client, Command.Hset, arguments, context), InsertField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}

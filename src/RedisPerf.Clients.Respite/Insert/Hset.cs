using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Insert;

[Strategy("hset", "Many fields in one HSET (100 by default), pipelined.")]
public sealed class Hset : RespiteInsert
{
    [Option]
    public int FieldsPerHset { get; set; } = 100;

    private protected override async Task ExecuteAsync(Connection connection, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var fields in work.FieldsOfOneKey(FieldsPerHset))
        {
            await window.AddAsync(connection.SendAsync([Command.Hset, fields[0].Key, .. Arguments(fields)]), InsertField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}

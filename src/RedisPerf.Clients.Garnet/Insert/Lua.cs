using System.Text;
using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Insert;

[Strategy("lua", "A script that is called with many fields of one hash (100 by default), pipelined.", Needs = [Need.Lua])]
public sealed class Lua : GarnetInsert
{
    private static readonly byte[] OneKey = "1"u8.ToArray();

    private byte[] _sha = [];

    [Option]
    public int FieldsPerLua { get; set; } = 100;

    private protected override async Task PrepareAsync(GarnetClient client) => _sha = Encoding.ASCII.GetBytes(
        await client.ExecuteForStringResultAsync("SCRIPT", ["LOAD", "return redis.call('HSET', KEYS[1], unpack(ARGV))"]));

    private protected override async Task ExecuteAsync(GarnetClient client, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var fields in work.FieldsOfOneKey(FieldsPerLua))
        {
            Memory<byte>[] arguments = [_sha, OneKey, fields[0].Key, .. fields.SelectMany(field => new Memory<byte>[] { field.Name, field.Value })];
            await window.AddAsync(WriteAsync(client, Command.Evalsha, arguments, context), InsertField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}

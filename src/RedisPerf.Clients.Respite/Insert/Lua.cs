using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Insert;

[Strategy("lua", "A script that is called with many fields of one hash (100 by default), pipelined.", Needs = [Need.Lua])]
public sealed class Lua : RespiteInsert
{
    private byte[] _sha = [];

    [Option]
    public int FieldsPerLua { get; set; } = 100;

    private protected override async Task PrepareAsync(Connection connection) => _sha =
        await connection.GetAsync(Command.Script, Command.Load, "return redis.call('HSET', KEYS[1], unpack(ARGV))"u8.ToArray()) ?? [];

    private protected override async Task ExecuteAsync(Connection connection, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var fields in work.FieldsOfOneKey(FieldsPerLua))
        {
            var reply = connection.SendAsync([Command.Evalsha, _sha, Command.One, fields[0].Key, .. Arguments(fields)]);
            await window.AddAsync(reply, InsertField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}

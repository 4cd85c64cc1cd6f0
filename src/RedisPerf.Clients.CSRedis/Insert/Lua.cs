using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis.Insert;

[Strategy("lua", "A script that is called with many fields of one hash (100 by default), in pipes.", Needs = [Need.Lua])]
public sealed class Lua : CSRedisInsert
{
    private string _sha = "";

    [Option]
    public int FieldsPerLua { get; set; } = 100;

    [Option]
    public int BatchSize { get; set; } = 100;

    private protected override void Prepare(CSRedisClient client) =>
        _sha = client.ScriptLoad("return redis.call('HSET', KEYS[1], unpack(ARGV))");

    private protected override void Execute(CSRedisClient client, TextField[] fields, RunContext context, CancellationToken ct)
    {
        using var pipes = new Pipes(client, context, BatchSize);
        foreach (var command in fields.FieldsOfOneKey(FieldsPerLua))
        {
            _ = pipes.Next(command.Sum(field => (long)field.Value.Length)).EvalSHA(_sha, command[0].Key, command.Arguments());
            ct.ThrowIfCancellationRequested();
        }

        pipes.End();
    }
}

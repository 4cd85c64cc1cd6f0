using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis.Insert;

/// <summary>The library has one field in HSET, and many in HMSET.</summary>
[Strategy("hset", "Many fields in one HMSET (100 by default), in pipes.")]
public sealed class Hset : CSRedisInsert
{
    [Option]
    public int FieldsPerHset { get; set; } = 100;

    [Option]
    public int BatchSize { get; set; } = 100;

    private protected override void Execute(CSRedisClient client, TextField[] fields, RunContext context, CancellationToken ct)
    {
        using var pipes = new Pipes(client, context, BatchSize);
        foreach (var command in fields.FieldsOfOneKey(FieldsPerHset))
        {
            _ = pipes.Next(command.Sum(field => (long)field.Value.Length)).HMSet(command[0].Key, command.Arguments());
            ct.ThrowIfCancellationRequested();
        }

        pipes.End();
    }
}

using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis.Insert;

[Strategy("hset", "Many fields in one HSET (100 by default), in pipes.")]
public sealed class Hset : FreeRedisInsert
{
    [Option]
    public int FieldsPerHset { get; set; } = 100;

    [Option]
    public int BatchSize { get; set; } = 100;

    private protected override void Execute(RedisClient client, TextField[] fields, RunContext context, CancellationToken ct)
    {
        using var pipes = new Pipes(client, context, BatchSize);
        foreach (var command in fields.FieldsOfOneKey(FieldsPerHset))
        {
            var (first, others) = (command[0], command.Slice(1).Arguments());
            _ = pipes.Next(command.Sum(field => (long)field.Value.Length)).HSet(first.Key, first.Name, first.Value, others);
            ct.ThrowIfCancellationRequested();
        }

        pipes.End();
    }
}

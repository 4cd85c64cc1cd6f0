using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis.Insert;

[Strategy("pipelined", "One HSET per field, in pipes of many commands (100 by default); each pipe waits for the previous one.")]
public sealed class Pipelined : CSRedisInsert
{
    [Option]
    public int BatchSize { get; set; } = 100;

    private protected override void Execute(CSRedisClient client, TextField[] fields, RunContext context, CancellationToken ct)
    {
        using var pipes = new Pipes(client, context, BatchSize);
        foreach (var field in fields)
        {
            _ = pipes.Next(field.Value.Length).HSet(field.Key, field.Name, field.Value);
            ct.ThrowIfCancellationRequested();
        }

        pipes.End();
    }
}

using CSRedis;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.CSRedis.Pipelining;

[Strategy("pipelined", "The SETs of a batch in one pipe; each pipe waits for the previous one.")]
public sealed class Pipelined : CSRedisPipelining
{
    [Option(Name = "batchSizes")]
    public int BatchSize { get; set; } = 1;

    private protected override void Execute(CSRedisClient client, KeyValuePair<string, byte[]>[] pairs, RunContext context, CancellationToken ct)
    {
        using var pipes = new Pipes(client, context, BatchSize);
        foreach (var (key, value) in pairs)
        {
            _ = pipes.Next(value.Length).Set(key, value);
            ct.ThrowIfCancellationRequested();
        }

        pipes.End();
    }
}

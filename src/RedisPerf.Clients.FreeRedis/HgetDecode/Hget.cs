using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis.HgetDecode;

[Strategy("hget", "One HGET per field without a codec, in pipes that end at the bytes in flight.")]
public sealed class Hget : TextHget<RedisClient, RedisClient.PipelineHook>
{
    private protected override RedisClient Open(RunContext context) => Connection.Open(context);

    private protected override BoundedPipes<RedisClient.PipelineHook> PipesOf(RedisClient client, RunContext context, Action<object?[]> read) =>
        new Pipes(client, context, MaxCommands, read);

    private protected override void Read(RedisClient.PipelineHook pipe, TextField field) => _ = pipe.HGet<byte[]>(field.Key, field.Name);
}

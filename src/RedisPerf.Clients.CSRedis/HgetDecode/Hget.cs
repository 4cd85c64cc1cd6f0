using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis.HgetDecode;

[Strategy("hget", "One HGET per field without a codec, in pipes that end at the bytes in flight.")]
public sealed class Hget : TextHget<CSRedisClient, CSRedisClientPipe<string>>
{
    private protected override CSRedisClient Open(RunContext context) => Connection.Open(context);

    private protected override BoundedPipes<CSRedisClientPipe<string>> PipesOf(CSRedisClient client, RunContext context, Action<object?[]> read) =>
        new Pipes(client, context, MaxCommands, read);

    private protected override void Read(CSRedisClientPipe<string> pipe, TextField field) => _ = pipe.HGet<byte[]>(field.Key, field.Name);
}

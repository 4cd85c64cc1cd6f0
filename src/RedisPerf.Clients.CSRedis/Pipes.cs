using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis;

/// <inheritdoc/>
/// <param name="client">The client of the run.</param>
internal sealed class Pipes(CSRedisClient client, RunContext context, int count, Action<object?[]>? read = null)
    : BoundedPipes<CSRedisClientPipe<string>>(context, count, read)
{
    protected override CSRedisClientPipe<string> Start() => client.StartPipe();

    protected override object?[] End(CSRedisClientPipe<string> pipe) => pipe.EndPipe();

    // The library writes the error to the console and returns.
    protected override void Check(object?[] replies)
    {
        if (Array.Exists(replies, reply => reply is null))
        {
            throw new InvalidOperationException("A command of a pipe failed.");
        }
    }
}

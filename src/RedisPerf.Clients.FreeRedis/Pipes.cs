using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis;

/// <inheritdoc/>
/// <param name="client">The client of the run.</param>
internal sealed class Pipes(RedisClient client, RunContext context, int count, Action<object?[]>? read = null)
    : BoundedPipes<RedisClient.PipelineHook>(context, count, read)
{
    protected override RedisClient.PipelineHook Start() => client.StartPipe();

    protected override object?[] End(RedisClient.PipelineHook pipe)
    {
        using (pipe)
        {
            return pipe.EndPipe();
        }
    }

    protected override void Abandon(RedisClient.PipelineHook pipe) => pipe.Dispose();
}

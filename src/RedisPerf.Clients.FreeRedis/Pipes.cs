using FreeRedis;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.FreeRedis;

/// <summary>Sends commands in pipes. The library sends a pipe when it ends and reads all replies, so a pipe is also the bytes in
/// flight.</summary>
/// <param name="client">The client of the run.</param>
/// <param name="context">The bound of the bytes.</param>
/// <param name="count">Maximum number of commands in a pipe.</param>
/// <param name="read">Receives the replies of each pipe.</param>
internal sealed class Pipes(RedisClient client, RunContext context, int count, Action<object[]>? read = null) : IDisposable
{
    private RedisClient.PipelineHook? _pipe;
    private int _commands;
    private long _bytes;

    /// <summary>The pipe for the next command.</summary>
    /// <param name="bytes">The bytes of its value, or of its reply.</param>
    /// <exception cref="RedisServerException">The error reply to an earlier command.</exception>
    public RedisClient Next(long bytes)
    {
        if (_commands == count || (_commands > 0 && _bytes + bytes > context.MaxBytesInFlight))
        {
            End();
        }

        (_commands, _bytes) = (_commands + 1, _bytes + bytes);
        return _pipe ??= client.StartPipe();
    }

    /// <summary>Sends the last pipe and waits for its replies.</summary>
    /// <exception cref="RedisServerException">An error reply.</exception>
    public void End()
    {
        if (_pipe is { } pipe)
        {
            using (pipe)
            {
                (_pipe, _commands, _bytes) = (null, 0, 0);
                var replies = pipe.EndPipe();
                context.ReportReplies(replies.Length);
                read?.Invoke(replies);
            }
        }
    }

    public void Dispose() => _pipe?.Dispose();
}

using CSRedis;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.CSRedis;

/// <summary>Sends commands in pipes. The library sends a pipe when it ends and reads all replies, so a pipe is also the bytes in
/// flight.</summary>
/// <param name="client">The client of the run.</param>
/// <param name="context">The bound of the bytes.</param>
/// <param name="count">Maximum number of commands in a pipe.</param>
/// <param name="read">Receives the replies of each pipe; null when they are not values.</param>
internal sealed class Pipes(CSRedisClient client, RunContext context, int count, Action<object?[]>? read = null)
{
    private CSRedisClientPipe<string>? _pipe;
    private int _commands;
    private long _bytes;

    /// <summary>The pipe for the next command.</summary>
    /// <param name="bytes">The bytes of its value, or of its reply.</param>
    /// <exception cref="InvalidOperationException">An earlier command failed.</exception>
    public CSRedisClientPipe<string> Next(long bytes)
    {
        if (_commands == count || (_commands > 0 && _bytes + bytes > context.MaxBytesInFlight))
        {
            End();
        }

        (_commands, _bytes) = (_commands + 1, _bytes + bytes);
        return _pipe ??= client.StartPipe();
    }

    /// <summary>Sends the last pipe and waits for its replies.</summary>
    /// <exception cref="InvalidOperationException">A command failed.</exception>
    public void End()
    {
        if (_pipe is { } pipe)
        {
            (_pipe, _commands, _bytes) = (null, 0, 0);
            object?[] replies = pipe.EndPipe();
            context.ReportReplies(replies.Length);
            if (read is not null)
            {
                read(replies);
            }
            else if (Array.Exists(replies, reply => reply is null))
            {
                // The library writes the error to the console and returns.
                throw new InvalidOperationException("A command of a pipe failed.");
            }
        }
    }
}

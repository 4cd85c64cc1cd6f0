using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Text;

/// <summary>Sends commands in pipes. The library sends a pipe when it ends and reads all replies, so a pipe is also the bytes in
/// flight.</summary>
/// <param name="context">The bound of the bytes.</param>
/// <param name="count">Maximum number of commands in a pipe.</param>
/// <param name="read">Receives the replies of each pipe; null when they are not values.</param>
/// <typeparam name="TPipe">A pipe of the library.</typeparam>
internal abstract class BoundedPipes<TPipe>(RunContext context, int count, Action<object?[]>? read) : IDisposable
    where TPipe : class
{
    private TPipe? _pipe;
    private int _commands;
    private long _bytes;

    /// <summary>The pipe for the next command.</summary>
    /// <param name="bytes">The bytes of its value, or of its reply.</param>
    /// <exception cref="Exception">An earlier command failed.</exception>
    public TPipe Next(long bytes)
    {
        if (_commands == count || (_commands > 0 && _bytes + bytes > context.MaxBytesInFlight))
        {
            End();
        }

        (_commands, _bytes) = (_commands + 1, _bytes + bytes);
        return _pipe ??= Start();
    }

    /// <summary>Sends the last pipe and waits for its replies.</summary>
    /// <exception cref="Exception">A command failed.</exception>
    public void End()
    {
        if (_pipe is { } pipe)
        {
            (_pipe, _commands, _bytes) = (null, 0, 0);
            var replies = End(pipe);
            context.ReportReplies(replies.Length);
            if (read is not null)
            {
                read(replies);
            }
            else
            {
                Check(replies);
            }
        }
    }

    public void Dispose()
    {
        if (_pipe is { } pipe)
        {
            Abandon(pipe);
        }
    }

    /// <summary>Releases a pipe that did not end, where the library requires it.</summary>
    protected virtual void Abandon(TPipe pipe)
    {
    }

    /// <summary>Checks replies that are not values. A library that throws for each error reply does not override it.</summary>
    protected virtual void Check(object?[] replies)
    {
    }

    protected abstract TPipe Start();

    protected abstract object?[] End(TPipe pipe);
}

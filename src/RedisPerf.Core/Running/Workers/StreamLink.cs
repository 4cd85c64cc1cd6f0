using System.Text;

namespace RedisPerf.Core.Running.Workers;

/// <summary>The end of a worker process: a line for each message.</summary>
/// <param name="input">Ends with the process of the node.</param>
/// <param name="output">Receives the replies.</param>
internal sealed class StreamLink(Stream input, Stream output) : IWorkerLink
{
    private readonly StreamReader _reader = new(input);
    private readonly Lock _writing = new();

    // Both methods block the caller, whose thread does nothing else: the threads of the pool may be blocked by the measured code.
    public Task SendAsync(string message, CancellationToken ct)
    {
        lock (_writing)
        {
            output.Write(Encoding.UTF8.GetBytes(message));
            output.WriteByte((byte)'\n');
            output.Flush();
        }

        return Task.CompletedTask;
    }

    public Task<string?> ReadAsync(CancellationToken ct) => Task.FromResult(_reader.ReadLine());

    public ValueTask DisposeAsync()
    {
        _reader.Dispose();
        return ValueTask.CompletedTask;
    }
}

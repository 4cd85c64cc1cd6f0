using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Text;

/// <summary>Reads the documents in pipes.</summary>
/// <typeparam name="TClient">The client of a run.</typeparam>
/// <typeparam name="TPipe">A pipe of the library.</typeparam>
public abstract class TextHget<TClient, TPipe> : HgetDecodeStrategy
    where TClient : class
    where TPipe : class
{
    /// <summary>The replies of a pipe are in memory together.</summary>
    private protected const int MaxCommands = 1_000;

    private TClient? _client;
    private TextField[] _fields = [];

    public sealed override Task SetupAsync(HgetDecodeWork work, RunContext context, CancellationToken ct)
    {
        (_client, _fields) = (Open(context), TextWork.Of(work));
        return Task.CompletedTask;
    }

    public sealed override Task ExecuteAsync(HgetDecodeWork work, RunContext context, CancellationToken ct)
    {
        var next = 0;
        using var pipes = PipesOf(_client!, context, documents =>
        {
            foreach (var document in documents)
            {
                work.Add(next++, (byte[]?)document);
            }
        });
        for (var at = 0; at < _fields.Length; at++)
        {
            Read(pipes.Next(work.Fields[at].StoredBytes), _fields[at]);
            ct.ThrowIfCancellationRequested();
        }

        pipes.End();
        return Task.CompletedTask;
    }

    private protected abstract TClient Open(RunContext context);

    private protected abstract BoundedPipes<TPipe> PipesOf(TClient client, RunContext context, Action<object?[]> read);

    private protected abstract void Read(TPipe pipe, TextField field);
}

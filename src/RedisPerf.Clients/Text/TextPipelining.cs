using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Text;

/// <summary>Writes small values with the synchronous methods of a library.</summary>
/// <typeparam name="TClient">The client of a run.</typeparam>
public abstract class TextPipelining<TClient> : PipeliningStrategy
    where TClient : class
{
    private TClient? _client;
    private KeyValuePair<string, byte[]>[] _pairs = [];

    public sealed override Task SetupAsync(PipeliningWork work, RunContext context, CancellationToken ct)
    {
        (_client, _pairs) = (Open(context), TextWork.Of(work));
        return Task.CompletedTask;
    }

    public sealed override Task ExecuteAsync(PipeliningWork work, RunContext context, CancellationToken ct)
    {
        Execute(_client!, _pairs, context, ct);
        return Task.CompletedTask;
    }

    private protected abstract TClient Open(RunContext context);

    private protected abstract void Execute(TClient client, KeyValuePair<string, byte[]>[] pairs, RunContext context, CancellationToken ct);
}

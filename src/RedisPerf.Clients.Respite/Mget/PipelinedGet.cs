using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Mget;

[Strategy("pipelined-get", "One GET per key, all sent before the first reply is awaited.")]
public sealed class PipelinedGet : MgetStrategy
{
    private Connection? _connection;

    public override async Task SetupAsync(MgetWork work, RunContext context, CancellationToken ct) =>
        _connection = await Connection.OpenAsync(context, ct);

    public override async Task ExecuteAsync(MgetWork work, RunContext context, CancellationToken ct) =>
        work.Values = await Task.WhenAll(work.Keys.Select(key => _connection!.GetAsync(Command.Get, key)));
}

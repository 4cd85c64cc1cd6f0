using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Mget;

[Strategy("mget", "One MGET for all keys.", Needs = [Need.SeveralSlots])]
public sealed class Mget : MgetStrategy
{
    private Connection? _connection;

    public override async Task SetupAsync(MgetWork work, RunContext context, CancellationToken ct) =>
        _connection = await Connection.OpenAsync(context, ct);

    public override async Task ExecuteAsync(MgetWork work, RunContext context, CancellationToken ct) =>
        work.Values = await _connection!.GetManyAsync([Command.Mget, .. work.Keys]);
}

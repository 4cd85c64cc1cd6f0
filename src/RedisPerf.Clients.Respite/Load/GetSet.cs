using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Load;

[Strategy("get-set", "GET and SET over one connection, pipelined.")]
public sealed class GetSet : LoadStrategy
{
    private Connection? _connection;

    public override async Task SetupAsync(LoadWork work, RunContext context, CancellationToken ct) =>
        _connection = await Connection.OpenAsync(context, ct);

    public override async Task ExecuteAsync(LoadWork work, RunContext context, CancellationToken ct)
    {
        if (work.Value is { } value)
        {
            await _connection!.SendAsync(Command.Set, work.Key, value);
        }
        else
        {
            work.Read = await _connection!.GetAsync(Command.Get, work.Key);
        }
    }
}

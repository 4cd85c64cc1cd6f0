using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Pipelining;

/// <summary>Writes small values over one connection.</summary>
public abstract class RespitePipelining : PipeliningStrategy
{
    private Connection? _connection;

    public sealed override async Task SetupAsync(PipeliningWork work, RunContext context, CancellationToken ct) =>
        _connection = await Connection.OpenAsync(context, ct);

    public sealed override Task ExecuteAsync(PipeliningWork work, RunContext context, CancellationToken ct) => ExecuteAsync(_connection!, work, ct);

    private protected abstract Task ExecuteAsync(Connection connection, PipeliningWork work, CancellationToken ct);
}

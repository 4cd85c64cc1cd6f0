using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>A server's connection for INFO and settings, which no run uses. One operation at a time uses it.</summary>
internal sealed class ControlConnection(ServerAddress address, FailureDiagnosis failures) : IAsyncDisposable
{
    /// <summary>Longer than any command of another client is expected to take.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(15);

    private readonly SemaphoreSlim _turn = new(1, 1);
    private RespConnection? _connection;

    /// <summary>The last result of <see cref="ReadInfoAsync"/>; null before the first.</summary>
    public ServerInfo? LastInfo { get; private set; }

    /// <summary>Executes an operation over the connection, for at most 15 seconds. If the connection is lost, because the server was
    /// restarted since the last call, the operation is executed again, over a new one.</summary>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    public Task<T> UseAsync<T>(Func<RespConnection, Task<T>> work, CancellationToken ct) => UseAsync(work, Limit, ct);

    /// <inheritdoc cref="UseAsync{T}(Func{RespConnection, Task{T}}, CancellationToken)"/>
    /// <param name="work">The operation.</param>
    /// <param name="workLimit">The longest time of the operation.</param>
    public async Task<T> UseAsync<T>(Func<RespConnection, Task<T>> work, TimeSpan workLimit, CancellationToken ct)
    {
        await _turn.WaitAsync(ct).ConfigureAwait(false);
        try
        {
            for (var fresh = _connection is null; ; fresh = true)
            {
                try
                {
                    _connection ??= await RespConnection.OpenAsync(address.EndPoint, address.Credentials, address.Tls, ct)
                        .WaitAsync(address.OpenLimit, ct).ConfigureAwait(false);
                    return await work(_connection).WaitAsync(workLimit, ct).ConfigureAwait(false);
                }
                catch (Exception e) when (e is not TargetException)
                {
                    // A late reply may still arrive on this connection.
                    if (_connection is not null)
                    {
                        await _connection.DisposeAsync().ConfigureAwait(false);
                    }

                    _connection = null;
                    if (e is OperationCanceledException)
                    {
                        throw;
                    }

                    if (fresh || e is TargetRefusalException or TimeoutException)
                    {
                        throw new TargetException(failures.Describe(e), e);
                    }
                }
            }
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>The server's INFO, with the calls by command where the server counts them.</summary>
    public async Task<ServerInfo> ReadInfoAsync(RespConnection connection, CancellationToken ct)
    {
        var all = await ServerInfo.ReadAsync(connection, ct).ConfigureAwait(false);
        var commands = await connection.QueryAsync(ct, "INFO", "commandstats").ConfigureAwait(false);
        var info = ServerInfo.Parse(all + "\n" + (commands.IsError ? "" : commands.Text));
        if (info.IsClusterNode)
        {
            // The epoch changes with every failover and every slot that moves.
            var cluster = await connection.QueryAsync(ct, "CLUSTER", "INFO").ConfigureAwait(false);
            info = cluster.IsError ? info : ServerInfo.Parse(all + "\n" + (commands.IsError ? "" : commands.Text) + "\n" + cluster.Text);
        }

        return LastInfo = info;
    }

    public async ValueTask DisposeAsync()
    {
        if (_connection is not null)
        {
            await _connection.DisposeAsync().ConfigureAwait(false);
        }

        _turn.Dispose();
    }
}

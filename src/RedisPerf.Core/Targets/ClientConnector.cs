using System.Net.Sockets;
using RedisPerf.Core.Model;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>Opens connections of the client under test.</summary>
internal static class ClientConnector
{
    /// <param name="options">The server and its options.</param>
    /// <param name="describe">Finds the reason for a failure.</param>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    public static async Task<ConnectionMultiplexer> ConnectAsync(
        ConfigurationOptions options, Func<Exception, CancellationToken, Task<Reason>> describe, CancellationToken ct)
    {
        var connecting = ConnectionMultiplexer.ConnectAsync(options);
        try
        {
            return await connecting.WaitAsync(ct).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            _ = CloseLateAsync(connecting);
            throw;
        }
        catch (Exception e) when (e is RedisException or SocketException or TimeoutException)
        {
            throw new TargetException(await describe(e, ct).ConfigureAwait(false), e);
        }
    }

    /// <summary>Closes a connection at once: commands that were sent or are queued fail with a <see cref="RedisConnectionException"/>, even
    /// when the server does not reply. Disposing an open connection waits for its replies instead.</summary>
    public static async Task CloseAsync(IConnectionMultiplexer connection)
    {
        await connection.CloseAsync(allowCommandsToComplete: false).ConfigureAwait(false);
        await connection.DisposeAsync().ConfigureAwait(false);
    }

    private static async Task CloseLateAsync(Task<ConnectionMultiplexer> connecting)
    {
        try
        {
            await CloseAsync(await connecting.ConfigureAwait(false)).ConfigureAwait(false);
        }
        catch (Exception e) when (e is RedisException or SocketException or TimeoutException)
        {
            // The connection failed, and its caller has been cancelled.
        }
    }
}

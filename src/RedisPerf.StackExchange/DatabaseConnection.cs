using RedisPerf.Abstractions;
using StackExchange.Redis;

namespace RedisPerf.StackExchange;

/// <summary>The connection of a run with StackExchange.Redis.</summary>
public static class DatabaseConnection
{
    /// <summary>The database of the run. The first call opens the connection, so Setup calls it; RedisPerf closes the connection after the
    /// run.</summary>
    /// <param name="context">The context of the run.</param>
    /// <exception cref="RedisConnectionException">The server does not reply, or it refuses.</exception>
    public static async ValueTask<IDatabase> OpenDatabaseAsync(this RunContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        if (context.Find<ConnectionMultiplexer>() is not { } connection)
        {
            connection = await ConnectionMultiplexer.ConnectAsync(OptionsOf(context.Server)).ConfigureAwait(false);
            context.Add(connection);
        }

        return connection.GetDatabase();
    }

    /// <summary>The options of a connection to the server under test: without retries, so that a lost connection fails the run.</summary>
    /// <param name="server">The server under test.</param>
    public static ConfigurationOptions OptionsOf(ServerConnection server)
    {
        ArgumentNullException.ThrowIfNull(server);
        var options = new ConfigurationOptions
        {
            EndPoints = { server.EndPoint },
            User = server.User,
            Password = server.Password,
            DefaultDatabase = server.Database,
            BacklogPolicy = BacklogPolicy.FailFast,
            // The time-outs run from the moment of queueing.
            AsyncTimeout = 30_000,
            SyncTimeout = 30_000,
        };
        if (server.Tls is { } tls)
        {
            options.Ssl = true;
            options.SslHost = tls.TargetHost;
            options.SslClientAuthenticationOptions = _ => tls;
        }

        return options;
    }
}

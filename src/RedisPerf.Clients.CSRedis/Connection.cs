using System.Net;
using System.Net.Security;
using System.Security.Authentication;
using CSRedis;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.CSRedis;

/// <summary>The client of a run, with its pool of connections. One thread uses one of them.</summary>
internal sealed class Connection : IAsyncDisposable
{
    private const string Library = "CSRedisCore";

    private readonly CSRedisClient _client;

    private Connection(CSRedisClient client) => _client = client;

    /// <summary>Opens the client, which the run closes.</summary>
    /// <param name="isPipelined">Whether the asynchronous methods share a connection and its pipes.</param>
    /// <exception cref="NotSupportedException">The library cannot connect to this server.</exception>
    public static CSRedisClient Open(RunContext context, bool isPipelined = false)
    {
        context.Server.RefuseCluster(Library);
        var connection = new Connection(new(StringOf(context.Server, isPipelined)));
        context.Add(connection);
        try
        {
            _ = connection._client.Ping();
        }
        catch (Exception exception)
        {
            // The library adds the command, which can be AUTH with the password, on the next lines. An inner exception would have it too.
            throw new InvalidOperationException($"{Library} cannot connect: {exception.Message.Split('\r', '\n')[0]}");
        }

        return connection._client;
    }

    public ValueTask DisposeAsync()
    {
        _client.Dispose();
        return ValueTask.CompletedTask;
    }

    private static string StringOf(ServerConnection server, bool isPipelined)
    {
        var address = server.HostAndPort(Library);
        if ($"{server.User}{server.Password}".Contains(',', StringComparison.Ordinal))
        {
            throw new NotSupportedException($"{Library} does not support a comma in the user or the password.");
        }

        if (server.Tls is { } tls && !HasDefaults(tls, server.EndPoint))
        {
            throw new NotSupportedException($"{Library} does not support certificate authorities, client certificates or a choice of TLS versions.");
        }

        return $"{address},user={server.User},password={server.Password},defaultDatabase={server.Database},ssl={server.Tls is not null}"
            + $",preheat=1,testcluster=false,autodispose=false,asyncPipeline={isPipelined}";
    }

    // The library accepts what this machine trusts for the host of the address.
    private static bool HasDefaults(SslClientAuthenticationOptions tls, EndPoint server) =>
        tls.CertificateChainPolicy is null && tls.ClientCertificateContext is null && tls.EnabledSslProtocols == SslProtocols.None
        && tls.TargetHost == (server is DnsEndPoint name ? name.Host : (server as IPEndPoint)?.Address.ToString());
}

using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using FreeRedis;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.FreeRedis;

/// <summary>The client of a run, with its pool of connections. One thread uses one of them.</summary>
internal sealed class Connection : IAsyncDisposable
{
    private const string Library = "FreeRedis";

    private Connection(RedisClient client) => Client = client;

    public RedisClient Client { get; }

    /// <summary>Opens the client, which the run closes.</summary>
    /// <exception cref="NotSupportedException">The library cannot connect to this server.</exception>
    public static RedisClient Open(RunContext context)
    {
        context.Server.RefuseCluster(Library);
        var connection = new Connection(new(OptionsOf(context.Server)));
        context.Add(connection);
        _ = connection.Client.Ping();
        return connection.Client;
    }

    public ValueTask DisposeAsync()
    {
        Client.Dispose();
        return ValueTask.CompletedTask;
    }

    private static ConnectionStringBuilder OptionsOf(ServerConnection server)
    {
        var options = new ConnectionStringBuilder
        {
            Host = server.HostAndPort(Library),
            User = server.User,
            Password = server.Password,
            Database = server.Database,
            // RedisPerf names these options, and not the one that ends the process.
            ExitAutoDisposePool = false,
        };
        if (server.Tls is { } tls)
        {
            if (tls.EnabledSslProtocols != SslProtocols.None)
            {
                throw new NotSupportedException($"{Library} does not support a choice of TLS versions.");
            }

            options.Ssl = true;
            options.CertificateValidation = (_, certificate, chain, _) => IsTrusted(tls, certificate, chain);
            options.CertificateSelection = (_, _, _, _, _) => tls.ClientCertificateContext?.TargetCertificate!;
        }

        return options;
    }

    // The library passes the address of the server as its name, and no authorities.
    private static bool IsTrusted(SslClientAuthenticationOptions tls, X509Certificate? certificate, X509Chain? sent)
    {
        if (certificate is not X509Certificate2 server || !server.MatchesHostname(tls.TargetHost ?? ""))
        {
            return false;
        }

        using var chain = new X509Chain();
        chain.ChainPolicy = tls.CertificateChainPolicy?.Clone() ?? new() { RevocationMode = X509RevocationMode.NoCheck };
        chain.ChainPolicy.ExtraStore.AddRange(sent?.ChainPolicy.ExtraStore ?? []);
        return chain.Build(server);
    }
}

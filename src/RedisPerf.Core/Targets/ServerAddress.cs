using System.Net;
using System.Security.Authentication;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;
using StackExchange.Redis;
using StackExchange.Redis.Configuration;

namespace RedisPerf.Core.Targets;

/// <summary>The address of a server and its connection options.</summary>
internal sealed partial class ServerAddress
{
    private readonly ConfigurationOptions _options;
    private readonly bool _ownCommandMap;

    // The names in the certificates, as the client finds them: that of sslHost, else that of the node, else that of the connection string.
    private readonly string? _givenName;
    private readonly string? _seedName;

    // The client's default is not a wish of the user.
    private readonly bool _hasHeartbeat;

    private ServerAddress(
        string connection, ConfigurationOptions options, bool ownCommandMap, string? trustedCertificate, CertificateFiles files, string? seedName)
    {
        Connection = connection;
        _options = options;
        _ownCommandMap = ownCommandMap;
        EndPoint = options.EndPoints[0];
        _givenName = GivenNameOf(options);
        _hasHeartbeat = options.ToString(includePassword: false).Split(',')
            .Any(option => option.StartsWith("keepAlive=", StringComparison.OrdinalIgnoreCase));
        _seedName = seedName ?? (EndPoint as DnsEndPoint)?.Host;
        Tls = options.Ssl
            ? new TlsSettings(
                _givenName ?? (EndPoint as DnsEndPoint)?.Host ?? _seedName ?? Host, options.SslProtocols ?? SslProtocols.None, ConnectLimit,
                trustedCertificate, files)
            : null;
    }

    /// <summary>The connection string, which may have a password. Never shown.</summary>
    public string Connection { get; }

    public EndPoint EndPoint { get; }

    public bool IsLoopback => EndPoint is DnsEndPoint named
        ? named.Host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        : IPAddress.IsLoopback(((IPEndPoint)EndPoint).Address);

    /// <summary>Null when the connection string gives neither user nor password.</summary>
    public Credentials? Credentials =>
        string.IsNullOrEmpty(_options.Password) && string.IsNullOrEmpty(_options.User) ? null : new(_options.User ?? "", _options.Password ?? "");

    /// <summary>The longest time to connect and to get the first replies: <c>connectTimeout</c> of the connection string, in milliseconds;
    /// five seconds by default, one minute at most.</summary>
    public TimeSpan ConnectLimit => TimeSpan.FromMilliseconds(Math.Clamp(_options.ConnectTimeout, 100, 60_000));

    /// <summary>The longest time to open a connection. A handshake that does not end within <see cref="ConnectLimit"/> is explained
    /// first.</summary>
    public TimeSpan OpenLimit => Tls is null ? ConnectLimit : ConnectLimit + TimeSpan.FromSeconds(1);

    public int Database => _options.DefaultDatabase ?? 0;

    public string Host => EndPoint is DnsEndPoint named ? named.Host : ((IPEndPoint)EndPoint).Address.ToString();

    /// <summary>Whether the connection string has more than the server: credentials or any other option.</summary>
    public bool HasOptions => Connection.Contains(',', StringComparison.Ordinal);

    /// <summary>host:port, without any option.</summary>
    public string Text => EndPoint is DnsEndPoint named ? $"{named.Host}:{named.Port}" : EndPoint.ToString()!;

    /// <summary>Null without TLS.</summary>
    public TlsSettings? Tls { get; }

    /// <summary>A server that RedisPerf started.</summary>
    /// <param name="endPoint">The address.</param>
    /// <param name="certificate">The server's certificate in PEM; null without TLS.</param>
    public static ServerAddress Of(IPEndPoint endPoint, string? certificate = null) =>
        Parse(certificate is null ? endPoint.ToString() : $"{endPoint},ssl=true", certificate);

    /// <summary>The address of another node of the same cluster, with the same options. As for the client, its certificate has the name in
    /// <c>sslHost</c>, else that of the node, and for a node that is announced by its IP address that of the connection string.</summary>
    public ServerAddress At(EndPoint node)
    {
        var options = _options.Clone();
        options.EndPoints.Clear();
        options.EndPoints.Add(node);
        return new(Connection, options, _ownCommandMap, Tls?.TrustedCertificate, Tls?.Files ?? new(), _seedName);
    }

    /// <summary>Reads a StackExchange.Redis connection string that names one server.</summary>
    /// <param name="trustedCertificate">The only certificate that is trusted, in PEM; null for the authorities that the machine trusts.</param>
    /// <param name="files">The certificates of the target's settings.</param>
    /// <exception cref="TargetException">It is invalid. The reason contains nothing of it except an option's name.</exception>
    public static ServerAddress Parse(string connection, string? trustedCertificate = null, CertificateFiles? files = null)
    {
        var parts = connection.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        if (parts.Length == 0)
        {
            throw new TargetException(Reason.Of(ReasonCode.ConnectionStringEmpty));
        }

        if (connection.Contains("://", StringComparison.Ordinal))
        {
            throw new TargetException(Reason.Of(ReasonCode.ConnectionStringUrl));
        }

        // The client reads the first as the name of a host, and replaces the second with the default port.
        if (Array.Exists(parts, part => NoHostOrPort().IsMatch(part)))
        {
            throw new TargetException(Reason.Of(ReasonCode.ConnectionStringNoHost));
        }

        ConfigurationOptions options;
        try
        {
            options = ConfigurationOptions.Parse(connection);
            options.SetDefaultPorts();
        }
        catch (Exception e) when (e is ArgumentException or FormatException or OverflowException)
        {
            throw new TargetException(FindInvalidOption(parts));
        }

        return options.EndPoints.Count switch
        {
            1 when options.EndPoints[0] is DnsEndPoint or IPEndPoint =>
                new ServerAddress(connection, options, parts.Any(p => p.StartsWith('$')) || parts.Any(p => KeyOf(p) == "proxy"), trustedCertificate,
                    files ?? new(), seedName: null),
            0 => throw new TargetException(Reason.Of(ReasonCode.ConnectionStringNoServer)),
            1 => throw new TargetException(Reason.Of(ReasonCode.ConnectionStringNoHost)),
            var servers => throw new TargetException(Reason.Of(ReasonCode.ConnectionStringServers, ("servers", servers))),
        };
    }

    /// <summary>The options of a new connection of the client under test.</summary>
    /// <param name="responseTimeout">The timeout of every command, from the moment that it is queued.</param>
    /// <param name="isCluster">Whether the servers are the masters of a cluster. The client then requests their addresses from them.</param>
    /// <param name="servers">The address of each server, and the endpoint of its connections: the same, or a relay to it. The certificate
    /// has the server's name in both cases.</param>
    public ConfigurationOptions ForClient(TimeSpan responseTimeout, bool isCluster, IEnumerable<(EndPoint Server, EndPoint Reached)> servers)
    {
        var options = _options.Clone();
        options.EndPoints.Clear();
        var reached = servers.ToDictionary(server => server.Server, server => server.Reached);
        foreach (var (server, endPoint) in reached)
        {
            options.EndPoints.Add(isCluster ? server : endPoint);
        }

        if (isCluster)
        {
            options.Tunnel = new ShardTunnel(reached);
        }

        if (Tls is not null)
        {
            // The client derives the name of each node of a cluster, but does not have the name in the connection string.
            options.SslHost = !isCluster ? Tls.Host
                : options.EndPoints.Any(node => node is IPEndPoint) ? _givenName ?? _seedName
                : _givenName;
            if (Tls.HasSettings)
            {
                // Here, so that a file that cannot be used has a reason.
                _ = Tls.ClientOptions(Tls.Host);
                options.SslClientAuthenticationOptions = Tls.ClientOptions;
            }
        }

        options.AbortOnConnectFail = true;
        options.ConnectRetry = 1;
        options.ConnectTimeout = (int)ConnectLimit.TotalMilliseconds;
        options.AllowAdmin = false;
        // Its own name, so that the server's list of clients shows when the server has closed this connection.
        options.ClientName = $"RedisPerf-{Guid.NewGuid():N}";
        // The default policy sends queued commands again after a reconnect: a run on a restarted server would look complete.
        options.BacklogPolicy = BacklogPolicy.FailFast;
        options.SyncTimeout = (int)Math.Min(responseTimeout.TotalMilliseconds, int.MaxValue);
        // Asynchronous commands time out from the moment they are queued, so a large batch would fail on a server that
        // replies steadily. RunConnection watches for replies instead.
        options.AsyncTimeout = int.MaxValue;
        // The client sends only the run's commands: no tie-breaker, no configuration checks, no second connection for subscriptions,
        // and no keep-alive unless the connection string requests it.
        options.TieBreaker = "";
        options.ConfigurationChannel = "";
        options.ConfigCheckSeconds = (int)TimeSpan.FromDays(1).TotalSeconds;
        if (!_hasHeartbeat)
        {
            options.KeepAlive = options.ConfigCheckSeconds;
        }

        if (!_ownCommandMap)
        {
            options.CommandMap = CommandMap.Create(["SUBSCRIBE", "UNSUBSCRIBE", "PSUBSCRIBE", "PUNSUBSCRIBE"], available: false);
        }

        return options;
    }

    // Some versions of the client report the name of the endpoints as sslHost without that option.
    private static string? GivenNameOf(ConfigurationOptions options)
    {
        var without = options.Clone();
        without.EndPoints.Clear();
        return string.IsNullOrEmpty(without.SslHost) ? null : without.SslHost;
    }

    // The client connects to the addresses that the cluster reports.
    private sealed class ShardTunnel(Dictionary<EndPoint, EndPoint> reached) : Tunnel
    {
        public override ValueTask<EndPoint?> GetSocketConnectEndpointAsync(EndPoint endpoint, CancellationToken cancellationToken) =>
            new(reached.GetValueOrDefault(endpoint, endpoint));
    }

    // Only an option's name is shown, because the rest may be secret.
    private static Reason FindInvalidOption(string[] parts)
    {
        foreach (var part in parts)
        {
            try
            {
                ConfigurationOptions.Parse(part);
            }
            catch (Exception e) when (e is ArgumentException or FormatException or OverflowException)
            {
                var key = KeyOf(part);
                return key.Length is > 0 and < 30 && key.All(char.IsAsciiLetter)
                    ? Reason.Of(ReasonCode.ConnectionStringOption, ("option", key))
                    : Reason.Of(ReasonCode.ConnectionStringInvalid);
            }
        }

        return Reason.Of(ReasonCode.ConnectionStringInvalid);
    }

    [GeneratedRegex(@"^:(?!:)|^(\[[^=]*\]|[^:=]*):0+\z")]
    private static partial Regex NoHostOrPort();

    private static string KeyOf(string part)
    {
        var equals = part.IndexOf('=', StringComparison.Ordinal);
#pragma warning disable CA1308 // Options are written in lower or camel case; this one is only compared and shown.
        return equals < 0 ? "" : part[..equals].Trim().ToLowerInvariant();
#pragma warning restore CA1308
    }
}

/// <summary>The credentials of a connection. Never shown.</summary>
/// <param name="User">The name of an ACL user; empty for the default user.</param>
/// <param name="Password">Empty for an ACL user without a password.</param>
internal sealed record Credentials(string User, string Password)
{
    /// <summary>The arguments of AUTH.</summary>
    public string[] AuthCommand => User.Length == 0 ? ["AUTH", Password] : ["AUTH", User, Password];

    /// <inheritdoc/>
    public override string ToString() => nameof(Credentials);
}

using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using StackExchange.Redis;
using StackExchange.Redis.Configuration;

namespace RedisPerf.Core.Targets;

/// <summary>The address of a server and its connection options.</summary>
internal sealed class ServerAddress
{
    private readonly ConfigurationOptions _options;
    private readonly ParsedAddress _parsed;

    // The names in the certificates, as the client finds them: that of sslHost, else that of the node, else that of the connection string.
    private readonly string? _givenName;
    private readonly string? _seedName;

    // The client's default is not a wish of the user.
    private readonly bool _hasHeartbeat;

    private ServerAddress(string connection, ParsedAddress parsed, string? trustedCertificate, CertificateFiles files, string? seedName)
    {
        Connection = connection;
        _parsed = parsed;
        var options = _options = parsed.Options;
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

    /// <summary>The connection string or URL, which may have a password. Never shown.</summary>
    public string Connection { get; }

    public EndPoint EndPoint { get; }

    public bool IsLoopback => EndPoint switch
    {
        DnsEndPoint named => named.Host.Equals("localhost", StringComparison.OrdinalIgnoreCase),
        IPEndPoint address => IPAddress.IsLoopback(address.Address),
        _ => true,
    };

    /// <summary>Whether it is a Unix socket, which is always on this machine.</summary>
    public bool IsUnixSocket => EndPoint is UnixDomainSocketEndPoint;

    /// <summary>Null when neither user nor password is given.</summary>
    public Credentials? Credentials => Credentials.Of(_options.User, _options.Password);

    /// <summary>The service of the Sentinels at this address, whose primary is the server; null when the address is that of the server.</summary>
    public SentinelService? Sentinel => string.IsNullOrEmpty(_options.ServiceName) ? null : new(
        _options.ServiceName, [.. _options.EndPoints.Select(At)], _parsed.OfSentinels, Credentials);

    /// <summary>The longest time to connect and to get the first replies: <c>connectTimeout</c> of the connection string, in milliseconds;
    /// five seconds by default, one minute at most.</summary>
    public TimeSpan ConnectLimit => TimeSpan.FromMilliseconds(Math.Clamp(_options.ConnectTimeout, 100, 60_000));

    /// <summary>The longest time to open a connection. A handshake that does not end within <see cref="ConnectLimit"/> is explained
    /// first.</summary>
    public TimeSpan OpenLimit => Tls is null ? ConnectLimit : ConnectLimit + TimeSpan.FromSeconds(1);

    public int Database => _options.DefaultDatabase ?? 0;

    public string Host => ServerEndPoint.HostOf(EndPoint);

    /// <summary>Whether the address has more than the server: credentials or any other option.</summary>
    public bool HasOptions => _parsed.HasOptions;

    /// <summary>host:port or the path of a Unix socket, without any option.</summary>
    public string Text => ServerEndPoint.TextOf(EndPoint);

    /// <summary>Null without TLS.</summary>
    public TlsSettings? Tls { get; }

    /// <summary>A server that RedisPerf started.</summary>
    /// <param name="endPoint">The address.</param>
    /// <param name="certificate">The server's certificate in PEM; null without TLS.</param>
    public static ServerAddress Of(IPEndPoint endPoint, string? certificate = null) =>
        Parse(certificate is null ? endPoint.ToString() : $"{endPoint},ssl=true", certificate);

    /// <summary>The address of another node of the same cluster, or of the primary of a Sentinel's service, with the same options. As for the
    /// client, its certificate has the name in <c>sslHost</c>, else that of the node, and for a node of a cluster that is announced by its IP
    /// address that of the connection string.</summary>
    public ServerAddress At(EndPoint node)
    {
        var options = _options.Clone();
        options.EndPoints.Clear();
        options.EndPoints.Add(node);
        options.ServiceName = null;
        return new(
            Connection, _parsed with { Options = options }, Tls?.TrustedCertificate, Tls?.Files ?? new(),
            string.IsNullOrEmpty(_options.ServiceName) ? _seedName : null);
    }

    /// <summary>The same address with the credentials of separate settings, which replace those of the connection string.</summary>
    /// <param name="user">Null to keep the user.</param>
    /// <param name="password">Null to keep the password.</param>
    public ServerAddress With(string? user, string? password)
    {
        if (user is null && password is null)
        {
            return this;
        }

        var options = _options.Clone();
        options.User = user ?? options.User;
        options.Password = password ?? options.Password;
        return new(Connection, _parsed with { Options = options, HasOptions = true }, Tls?.TrustedCertificate, Tls?.Files ?? new(), _seedName);
    }

    /// <summary>Reads a StackExchange.Redis connection string or a URL that names one server, or the Sentinels of one service.</summary>
    /// <param name="trustedCertificate">The only certificate that is trusted, in PEM; null for the authorities that the machine trusts.</param>
    /// <param name="files">The certificates of the target's settings.</param>
    /// <exception cref="TargetException">It is invalid. The reason contains nothing of it except the name of a known option.</exception>
    public static ServerAddress Parse(string connection, string? trustedCertificate = null, CertificateFiles? files = null)
    {
        var text = connection.Trim();
        var parsed = AddressUrl.IsUrl(text) ? AddressUrl.Parse(text) : AddressText.Parse(text);
        return new(connection, parsed, trustedCertificate, files ?? new(), seedName: null);
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

        if (!_parsed.HasCommandMap)
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
}

/// <summary>The credentials of a connection. Never shown.</summary>
/// <param name="User">The name of an ACL user; empty for the default user.</param>
/// <param name="Password">Empty for an ACL user without a password.</param>
internal sealed record Credentials(string User, string Password)
{
    /// <summary>The arguments of AUTH.</summary>
    public string[] AuthCommand => User.Length == 0 ? ["AUTH", Password] : ["AUTH", User, Password];

    /// <summary>Null when both are empty.</summary>
    public static Credentials? Of(string? user, string? password) =>
        string.IsNullOrEmpty(user) && string.IsNullOrEmpty(password) ? null : new(user ?? "", password ?? "");

    /// <summary>An error reply to AUTH that may be shown: a server can repeat the arguments.</summary>
    public string Redact(string error)
    {
        if (!Repeats(error) || !RedisFailure.IsQuoted(error))
        {
            return error;
        }

        var shown = new[] { error.Split(", with args", 2)[0], error.Split(['\'', '"', '`'], 2)[0].TrimEnd(), error.Split(' ')[0] };
        return shown.FirstOrDefault(text => text.Length > 0 && !Repeats(text)) ?? "ERR";
    }

    private bool Repeats(string text) =>
        (Password.Length > 0 && text.Contains(Password, StringComparison.Ordinal))
        || (User.Length > 0 && text.Contains(User, StringComparison.Ordinal));

    /// <inheritdoc/>
    public override string ToString() => nameof(Credentials);
}

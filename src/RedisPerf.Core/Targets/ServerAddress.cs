using System.Net;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>Where a server is and what it asks for.</summary>
internal sealed class ServerAddress
{
    private const string Right = "what is right is host:port, with options as in host:port,user=…,password=…,ssl=true";

    private readonly ConfigurationOptions _options;
    private readonly bool _ownCommandMap;

    private ServerAddress(ConfigurationOptions options, bool ownCommandMap)
    {
        _options = options;
        _ownCommandMap = ownCommandMap;
        EndPoint = options.EndPoints[0];
    }

    public EndPoint EndPoint { get; }

    public bool IsLoopback => EndPoint is DnsEndPoint named ? named.Host.Equals("localhost", StringComparison.OrdinalIgnoreCase) : IPAddress.IsLoopback(((IPEndPoint)EndPoint).Address);

    /// <summary>Null when the connection string gives neither user nor password.</summary>
    public Credentials? Credentials => string.IsNullOrEmpty(_options.Password) && string.IsNullOrEmpty(_options.User) ? null : new(_options.User ?? "", _options.Password ?? "");

    public int Database => _options.DefaultDatabase ?? 0;

    public string Host => EndPoint is DnsEndPoint named ? named.Host : ((IPEndPoint)EndPoint).Address.ToString();

    /// <summary>host:port, without any option.</summary>
    public string Text => EndPoint is DnsEndPoint named ? $"{named.Host}:{named.Port}" : EndPoint.ToString()!;

    /// <summary>The name that the server's certificate must bear; null without TLS.</summary>
    public string? TlsHost => !_options.Ssl ? null : string.IsNullOrEmpty(_options.SslHost) ? Host : _options.SslHost;

    public static ServerAddress Of(IPEndPoint endPoint)
    {
        var options = new ConfigurationOptions();
        options.EndPoints.Add(endPoint);
        return new ServerAddress(options, ownCommandMap: false);
    }

    /// <summary>Reads a StackExchange.Redis connection string that names one server.</summary>
    /// <exception cref="TargetException">It cannot be used. The message repeats nothing of it but an option's name.</exception>
    public static ServerAddress Parse(string connection)
    {
        var parts = connection.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        if (parts.Length == 0)
        {
            throw new TargetException($"The connection string is empty; {Right}.");
        }

        if (connection.Contains("://", StringComparison.Ordinal))
        {
            throw new TargetException($"The connection string is a URL; {Right}.");
        }

        ConfigurationOptions options;
        try
        {
            options = ConfigurationOptions.Parse(connection);
            options.SetDefaultPorts();
        }
        catch (Exception e) when (e is ArgumentException or FormatException or OverflowException)
        {
            throw new TargetException($"The connection string {Culprit(parts)}; {Right}.");
        }

        return options.EndPoints.Count switch
        {
            1 when options.EndPoints[0] is DnsEndPoint or IPEndPoint => new ServerAddress(options, parts.Any(p => p.StartsWith('$')) || parts.Any(p => KeyOf(p) == "proxy")),
            0 => throw new TargetException($"The connection string names no server; {Right}."),
            1 => throw new TargetException($"The connection string names no host and port; {Right}."),
            var servers => throw new TargetException($"The connection string names {servers} servers, or an option without its name; a target is one server: {Right}."),
        };
    }

    /// <summary>What a fresh connection of the client under test is opened with.</summary>
    /// <param name="responseTimeout">Of every command, from the moment that it is queued.</param>
    /// <param name="endPoint">The server, or what stands before it; its certificate bears the server's name either way.</param>
    public ConfigurationOptions ForClient(TimeSpan responseTimeout, EndPoint endPoint)
    {
        var options = _options.Clone();
        options.EndPoints.Clear();
        options.EndPoints.Add(endPoint);
        options.SslHost = TlsHost;
        options.AbortOnConnectFail = true;
        options.ConnectRetry = 1;
        options.ConnectTimeout = 5000;
        options.AllowAdmin = false;
        options.ClientName = "RedisPerf";
        // The default policy sends queued commands again after a reconnect: a run on a restarted server would look complete.
        options.BacklogPolicy = BacklogPolicy.FailFast;
        options.SyncTimeout = (int)Math.Min(responseTimeout.TotalMilliseconds, int.MaxValue);
        // Asynchronous commands time out from the moment they are queued, so a large batch would fail on a server that
        // replies steadily. RunConnection watches for replies instead.
        options.AsyncTimeout = int.MaxValue;
        // The client sends no commands of its own during a run: no tie-breaker, no configuration checks, no keep-alive,
        // no second connection for subscriptions.
        options.TieBreaker = "";
        options.ConfigurationChannel = "";
        options.ConfigCheckSeconds = options.KeepAlive = (int)TimeSpan.FromDays(1).TotalSeconds;
        if (!_ownCommandMap)
        {
            options.CommandMap = CommandMap.Create(["SUBSCRIBE", "UNSUBSCRIBE", "PSUBSCRIBE", "PUNSUBSCRIBE"], available: false);
        }

        return options;
    }

    // Only an option's name is ever repeated: the rest may be a secret.
    private static string Culprit(string[] parts)
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
                return key.Length is > 0 and < 30 && key.All(char.IsAsciiLetter) ? $"has an option that cannot be used: {key}" : "cannot be read";
            }
        }

        return "cannot be read";
    }

    private static string KeyOf(string part)
    {
        var equals = part.IndexOf('=', StringComparison.Ordinal);
#pragma warning disable CA1308 // Options are written in lower or camel case; this one is only compared and shown.
        return equals < 0 ? "" : part[..equals].Trim().ToLowerInvariant();
#pragma warning restore CA1308
    }
}

/// <summary>What a server asks of a connection. Never shown.</summary>
/// <param name="User">The name of an ACL user; empty for the default user.</param>
/// <param name="Password">Empty for an ACL user without a password.</param>
internal sealed record Credentials(string User, string Password)
{
    /// <summary>The arguments of AUTH.</summary>
    public string[] AuthCommand => User.Length == 0 ? ["AUTH", Password] : ["AUTH", User, Password];

    /// <inheritdoc/>
    public override string ToString() => nameof(Credentials);
}

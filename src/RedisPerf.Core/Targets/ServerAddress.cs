using System.Net;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>Where a server is and what it asks for.</summary>
internal sealed class ServerAddress
{
    private const string Right = "what is right is host:port, with options as in host:port,password=…,ssl=true";

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

    public string? Password => string.IsNullOrEmpty(_options.Password) ? null : _options.Password;

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

        if (parts.Any(p => KeyOf(p) == "user"))
        {
            throw new TargetException("The connection string names a user (user=…), which the Redis client in use cannot send; give a server whose default user may write, with password=… alone.");
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
        // The asynchronous time-out follows this one in 1.2.6 (responseTimeout) and in 3.x (asyncTimeout), unless it is set.
        options.SyncTimeout = (int)Math.Min(responseTimeout.TotalMilliseconds, int.MaxValue);
        // Nothing of the client's own may cross the line during a run: no looking for a master's mark, no checking of the
        // configuration, no second connection for subscriptions.
        options.TieBreaker = "";
        options.ConfigurationChannel = "";
        options.ConfigCheckSeconds = (int)TimeSpan.FromDays(1).TotalSeconds;
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

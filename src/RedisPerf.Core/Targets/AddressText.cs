using System.Net;
using System.Net.Sockets;
using RedisPerf.Core.Model;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>Reads a StackExchange.Redis connection string. Its parts between commas are servers and options; a part that is neither may belong
/// to a password, so no reason contains it.</summary>
internal static class AddressText
{
    private const int SentinelPort = 26379;

    // All options of the client, which ignores the case. Versions before 3.4 have no credentials of Sentinels, so they are read here.
    private static readonly Dictionary<string, string> Known = new string[]
    {
        "abortConnect", "allowAdmin", "asyncTimeout", "channelPrefix", "checkCertificateRevocation", "configChannel", "configCheckSeconds",
        "connectRetry", "connectTimeout", "defaultDatabase", "defaults", "highIntegrity", "highPriorityThreads", "keepAlive", "maintNotifications",
        "maintMovingEndpointType", "maintPostEventRelaxed", "maintRelaxedTimeout", "maintRelaxedWindowMax", "name", "password",
        "preserveAsyncOrder", "protocol", "proxy", "resolveDns", "responseTimeout", "sentinelPassword", "sentinelUser", "serviceName", "setlib",
        "sharedSubscriptionConnection", "ssl", "sslHost", "sslProtocols", "syncTimeout", "tcpKeepAlive", "tiebreaker", "topologyRefreshSeconds",
        "tunnel", "user", "version", "writeBuffer",
    }.ToDictionary(name => name, StringComparer.OrdinalIgnoreCase);

    /// <summary>The name of an option as the client writes it; null for another name.</summary>
    public static string? OptionOf(string name) => Known.GetValueOrDefault(name);

    /// <exception cref="TargetException">It is invalid.</exception>
    public static ParsedAddress Parse(string connection)
    {
        var servers = new List<EndPoint?>();
        var options = new List<(string Name, string Value)>();
        var isAfterSecret = false;
        foreach (var (index, part) in connection.Split(',', StringSplitOptions.TrimEntries).Index())
        {
            var equals = part.IndexOf('=', StringComparison.Ordinal);
            if (part.Length == 0)
            {
                continue;
            }

            if (equals < 0 || part[0] is '/' or '!')
            {
                var server = ServerEndPoint.Parse(part);
                if (isAfterSecret && (server is not null || servers.Count > 0))
                {
                    // It can be the rest of a password with a comma.
                    throw new TargetException(servers.Count == 0
                        ? Reason.Of(ReasonCode.ConnectionStringNoServer)
                        : Reason.Of(ReasonCode.ConnectionStringServers, ("servers", servers.Count + 1)));
                }

                servers.Add(server);
                continue;
            }

            var key = part[..equals].Trim();
            var name = OptionOf(key) ?? (IsCommand(key) ? key : throw new TargetException(Unknown(index + 1)));
            isAfterSecret |= IsSecret(name);
            options.Add((name, part[(equals + 1)..].Trim()));
        }

        return servers.Count == 0 && options.Count == 0
            ? throw new TargetException(Reason.Of(ReasonCode.ConnectionStringEmpty))
            : Create(servers, options, options => options.Ssl ? 6380 : 6379);
    }

    /// <summary>The address of servers and options that were read.</summary>
    /// <param name="servers">Null for a text that is no server.</param>
    /// <param name="options">By the names of the client.</param>
    /// <param name="portOf">The port of a server without a port that is no Sentinel.</param>
    /// <exception cref="TargetException">An option has an invalid value, or it is not one server.</exception>
    public static ParsedAddress Create(
        IReadOnlyList<EndPoint?> servers, IReadOnlyList<(string Name, string Value)> options, Func<ConfigurationOptions, int> portOf)
    {
        // The client reads options from one string, so only credentials can have a comma.
        var others = options.Where(option => !IsSecret(option.Name)).ToArray();
        if (others.FirstOrDefault(option => !IsValid(option)) is { Name: { } invalid })
        {
            throw new TargetException(Invalid(invalid));
        }

        var parsed = others.Length == 0 ? new() : ConfigurationOptions.Parse(string.Join(',', others.Select(TextOf)));
        parsed.User = ValueOf("user");
        parsed.Password = ValueOf("password");
        Check(parsed, servers);
        var port = string.IsNullOrEmpty(parsed.ServiceName) ? portOf(parsed) : SentinelPort;
        foreach (var server in servers)
        {
            parsed.EndPoints.Add(WithPort(server!, port));
        }

        return new(
            parsed,
            Credentials.Of(ValueOf("sentinelUser"), ValueOf("sentinelPassword")),
            others.Any(option => option.Name[0] == '$'),
            options.Count > 0);

        string? ValueOf(string name) => options.LastOrDefault(option => option.Name == name).Value;
    }

    /// <summary>The reason for a known option whose value is invalid, or which cannot be used.</summary>
    public static Reason Invalid(string option) => Reason.Of(ReasonCode.ConnectionStringOption, ("option", option), ("number", null));

    /// <summary>The reason for an option that is not known.</summary>
    /// <param name="number">The number of its part between the commas; null in a URL.</param>
    public static Reason Unknown(int? number) => Reason.Of(ReasonCode.ConnectionStringOption, ("option", null), ("number", number));

    private static void Check(ConfigurationOptions parsed, IReadOnlyList<EndPoint?> servers)
    {
        var isSentinel = !string.IsNullOrEmpty(parsed.ServiceName);
        var reason =
            servers.Count == 0 ? Reason.Of(ReasonCode.ConnectionStringNoServer)
            : servers.Count > 1 && !isSentinel ? Reason.Of(ReasonCode.ConnectionStringServers, ("servers", servers.Count))
            : servers.Contains(null) ? Reason.Of(ReasonCode.ConnectionStringNoHost)
            : isSentinel && !SentinelService.IsName(parsed.ServiceName!) ? Invalid("serviceName")
            : parsed.Proxy != Proxy.None ? Reason.Of(ReasonCode.ConnectionStringProxy)
            : parsed.Ssl && servers.Any(server => server is UnixDomainSocketEndPoint) ? Invalid("ssl")
            : null;
        if (reason is not null)
        {
            throw new TargetException(reason);
        }
    }

    private static bool IsValid((string Name, string Value) option)
    {
        try
        {
            _ = ConfigurationOptions.Parse(TextOf(option));
            return !option.Value.Contains(',', StringComparison.Ordinal);
        }
        catch (Exception e) when (e is ArgumentException or FormatException or OverflowException)
        {
            return false;
        }
    }

    private static string TextOf((string Name, string Value) option) => $"{option.Name}={option.Value}";

    private static EndPoint WithPort(EndPoint server, int port) => server switch
    {
        DnsEndPoint { Port: 0 } named => new DnsEndPoint(named.Host, port),
        IPEndPoint { Port: 0 } address => new IPEndPoint(address.Address, port),
        _ => server,
    };

    private static bool IsSecret(string name) => name is "user" or "password" or "sentinelUser" or "sentinelPassword";

    // $GET=, to disable a command, and $GET=FETCH, to rename it.
    private static bool IsCommand(string key) => key is ['$', _, ..] && key.AsSpan(1).IndexOfAnyExcept(CommandLetters) < 0;

    private static readonly System.Buffers.SearchValues<char> CommandLetters =
        System.Buffers.SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
}

/// <summary>The servers and the options of an address.</summary>
/// <param name="Options">Has one server; several only for Sentinels.</param>
/// <param name="OfSentinels">The credentials of the Sentinels; null when they are not given.</param>
/// <param name="HasCommandMap">Whether it renames or disables commands.</param>
/// <param name="HasOptions">Whether it has more than the server.</param>
internal sealed record ParsedAddress(ConfigurationOptions Options, Credentials? OfSentinels, bool HasCommandMap, bool HasOptions);

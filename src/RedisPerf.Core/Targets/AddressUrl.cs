using System.Buffers;
using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets;

/// <summary>Reads the URL of a server: <c>redis://user:password@host:port/database</c>, <c>rediss://</c> with TLS, and the URL of a Unix socket.
/// Percent-encoded characters are decoded. No reason contains a part of a URL, which may belong to a password.</summary>
internal static partial class AddressUrl
{
    private const string HexDigits = "0123456789ABCDEFabcdef";

    private static readonly SearchValues<char> EndOfAuthority = SearchValues.Create("/?#");

    // The names that other clients use for options of this client.
    private static readonly Dictionary<string, string> Aliases = new(StringComparer.OrdinalIgnoreCase)
    {
        ["client_name"] = "name",
        ["clientName"] = "name",
        ["database"] = "defaultDatabase",
        ["db"] = "defaultDatabase",
        ["sentinelMasterId"] = "serviceName",
        ["tls"] = "ssl",
        ["username"] = "user",
    };

    // Options of other clients that have no effect here, so they are refused by their names.
    private static readonly HashSet<string> OfOtherClients = new(StringComparer.OrdinalIgnoreCase)
    {
        "addr", "conn_max_idle_time", "decode_responses", "dial_timeout", "health_check_interval", "libraryName", "libraryVersion", "master_name",
        "max_connections", "max_retries", "pool_fifo", "pool_size", "pool_timeout", "read_timeout", "retry_on_timeout", "skip_verify",
        "socket_connect_timeout", "socket_keepalive", "socket_timeout", "ssl_ca_certs", "ssl_cert_reqs", "ssl_certfile", "ssl_check_hostname",
        "ssl_keyfile", "timeout", "verifyPeer", "virtual_host", "write_timeout",
    };

    /// <summary>Whether a text has the form of a URL.</summary>
    public static bool IsUrl(string text) => Scheme().IsMatch(text);

    /// <exception cref="TargetException">It is invalid.</exception>
    public static ParsedAddress Parse(string url)
    {
        var separator = url.IndexOf(':', StringComparison.Ordinal);
#pragma warning disable CA1308 // The scheme of a URL has no case and is usually written in lower case.
        var scheme = url[..separator].ToLowerInvariant();
#pragma warning restore CA1308
        var rest = url[(separator + 1)..];
        var options = new List<(string Name, string Value)>();
        var server = scheme switch
        {
            "redis" or "valkey" or "rediss" or "valkeys" => OfHost(rest, options),
            "unix" or "redis+unix" or "redis+socket" or "redis-socket" or "valkey+unix" => OfPath(rest, options),
            _ => throw Invalid(),
        };
        if (scheme is "rediss" or "valkeys")
        {
            if (options.Exists(option => option is { Name: "ssl", Value: not "true" }))
            {
                throw new TargetException(AddressText.Invalid("ssl"));
            }

            options.Add(("ssl", "true"));
        }

        return AddressText.Create([server], options, _ => 6379);
    }

    private static EndPoint? OfHost(string rest, List<(string Name, string Value)> options)
    {
        if (!rest.StartsWith("//", StringComparison.Ordinal))
        {
            throw Invalid();
        }

        var (authority, path, query) = Split(rest[2..]);
        if (path is not ("" or "/"))
        {
            options.Add(("defaultDatabase", path.AsSpan(1).ContainsAnyExceptInRange('0', '9') ? throw Invalid() : path[1..]));
        }

        ReadQuery(query, options);
        return ServerEndPoint.Parse(ReadCredentials(authority, options)) is { } server and not System.Net.Sockets.UnixDomainSocketEndPoint
            ? server
            : throw new TargetException(Reason.Of(ReasonCode.ConnectionStringNoHost));
    }

    // unix:///path, unix:/path and redis+unix://:password@/path.
    private static EndPoint OfPath(string rest, List<(string Name, string Value)> options)
    {
        var (authority, path, query) = rest.StartsWith("//", StringComparison.Ordinal) ? Split(rest[2..]) : Split(rest);
        if (ReadCredentials(authority, options).Length > 0)
        {
            throw Invalid();
        }

        ReadQuery(query, options);
        return ServerEndPoint.OfPath(Decode(path)) ?? throw Invalid();
    }

    private static (string Authority, string Path, string Query) Split(string text)
    {
        var end = text.AsSpan().IndexOfAny(EndOfAuthority);
        var (authority, rest) = end < 0 ? (text, "") : (text[..end], text[end..]);
        var question = rest.IndexOf('?', StringComparison.Ordinal);
        return rest.Contains('#', StringComparison.Ordinal) ? throw Invalid()
            : question < 0 ? (authority, rest, "")
            : (authority, rest[..question], rest[(question + 1)..]);
    }

    /// <returns>The authority without its credentials.</returns>
    private static string ReadCredentials(string authority, List<(string Name, string Value)> options)
    {
        var at = authority.LastIndexOf('@');
        if (at < 0)
        {
            return authority;
        }

        // Clients disagree on whether a single word is the user or the password.
        var colon = authority.IndexOf(':', StringComparison.Ordinal);
        if (colon < 0 || colon > at)
        {
            throw new TargetException(Reason.Of(ReasonCode.ConnectionStringUrlUser));
        }

        options.Add(("user", Decode(authority[..colon])));
        options.Add(("password", Decode(authority[(colon + 1)..at])));
        return authority[(at + 1)..];
    }

    private static void ReadQuery(string query, List<(string Name, string Value)> options)
    {
        foreach (var pair in query.Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            var equals = pair.IndexOf('=', StringComparison.Ordinal);
            var key = equals < 0 ? pair : pair[..equals];
            var name = Aliases.GetValueOrDefault(key) ?? AddressText.OptionOf(key);
            if (name is null)
            {
                throw new TargetException(OfOtherClients.TryGetValue(key, out var other)
                    ? AddressText.Invalid(other)
                    : AddressText.Unknown(null));
            }

            options.Add((name, equals < 0 ? throw new TargetException(AddressText.Invalid(name)) : Decode(pair[(equals + 1)..])));
        }
    }

    private static string Decode(string text)
    {
        for (var percent = text.IndexOf('%', StringComparison.Ordinal); percent >= 0;
            percent = text.IndexOf('%', percent + 1))
        {
            if (percent + 2 >= text.Length || !HexDigits.Contains(text[percent + 1], StringComparison.Ordinal)
                || !HexDigits.Contains(text[percent + 2], StringComparison.Ordinal))
            {
                throw Invalid();
            }
        }

        // Bytes that are not UTF-8 remain encoded.
        var decoded = Uri.UnescapeDataString(text);
        return Encoding.UTF8.GetByteCount(decoded) == BytesOf(text) ? decoded : throw Invalid();
    }

    private static int BytesOf(string encoded) => Encoding.UTF8.GetByteCount(encoded) - (2 * encoded.Count(symbol => symbol == '%'));

    private static TargetException Invalid() => new(Reason.Of(ReasonCode.ConnectionStringUrl));

    [GeneratedRegex(@"^(?:[A-Za-z][A-Za-z0-9+.-]*://|unix:/)")]
    private static partial Regex Scheme();
}

using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>The endpoint of a server: host and port, or the path of a Unix socket. A text that is neither is not shown anywhere, because it may
/// be a part of a password.</summary>
internal static partial class ServerEndPoint
{
    // The size of the path in the address of a socket on Linux, with a terminating zero. macOS has 104.
    private const int MaximumPath = 107;

    private const int MaximumHost = 253;

    /// <summary>Reads a host with an optional port, or an absolute path.</summary>
    /// <returns>The endpoint, with port 0 without a port. Null when the text is no host, no port or no path.</returns>
    public static EndPoint? Parse(string text) => text switch
    {
        ['!', .. var path] => OfPath(path),
        ['/', ..] => OfPath(text),
        ['[', ..] => text.IndexOf(']', StringComparison.Ordinal) is > 0 and var end && AddressOf(text[1..end]) is { } address
            ? Of(text[(end + 1)..], port => new IPEndPoint(address, port)) : null,
        _ => text.IndexOf(':', StringComparison.Ordinal) is var colon && colon != text.LastIndexOf(':')
            ? AddressOf(text) is { } bare ? new IPEndPoint(bare, 0) : null
            : Of(colon < 0 ? "" : text[colon..], port => OfHost(colon < 0 ? text : text[..colon], port)),
    };

    /// <summary>Reads a host name or an IP address without brackets.</summary>
    /// <returns>Null when it is neither.</returns>
    public static EndPoint? OfHost(string host, int port) =>
        host.Contains(':', StringComparison.Ordinal) ? AddressOf(host) is { } six ? new IPEndPoint(six, port) : null
        : FourNumbers().IsMatch(host) ? IPAddress.TryParse(host, out var four) ? new IPEndPoint(four, port) : null
        : NameOf(host) is { } name ? new DnsEndPoint(name, port) : null;

    /// <summary>The endpoint of a Unix socket.</summary>
    /// <returns>Null when the path is not absolute, or too long for a socket.</returns>
    public static EndPoint? OfPath(string path)
    {
        if (!path.StartsWith('/') || path.Length < 2 || path.Contains('\0', StringComparison.Ordinal))
        {
            return null;
        }

        try
        {
            return System.Text.Encoding.UTF8.GetByteCount(path) > MaximumPath ? null : new UnixDomainSocketEndPoint(path);
        }
        catch (ArgumentOutOfRangeException)
        {
            return null;
        }
    }

    /// <summary><c>host:port</c>, or the path.</summary>
    public static string TextOf(EndPoint endPoint) =>
        endPoint is DnsEndPoint named ? string.Create(CultureInfo.InvariantCulture, $"{named.Host}:{named.Port}") : endPoint.ToString()!;

    /// <summary>The host alone; a Unix socket is on this machine.</summary>
    public static string HostOf(EndPoint endPoint) => endPoint switch
    {
        DnsEndPoint named => named.Host,
        IPEndPoint address => address.Address.ToString(),
        _ => "localhost",
    };

    /// <summary>A socket for a connection to an endpoint.</summary>
    /// <exception cref="UnreadableReplyException">There is no file at the path of a Unix socket. The error of a connection has no code
    /// for this.</exception>
    public static Socket CreateSocket(EndPoint endPoint) =>
        endPoint is not UnixDomainSocketEndPoint ? new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true }
        : File.Exists(endPoint.ToString()) ? new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified)
        : throw new UnreadableReplyException(ReasonCode.UnixSocketMissing);

    private static EndPoint? Of(string portText, Func<int, EndPoint?> create) =>
        portText.Length == 0 ? create(0)
        : portText[0] == ':' && int.TryParse(portText.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            && port is > 0 and <= IPEndPoint.MaxPort ? create(port)
        : null;

    private static IPAddress? AddressOf(string text) => Six().IsMatch(text) && IPAddress.TryParse(text, out var address) ? address : null;

    // A name with other letters is converted, as a browser does. A last label of digits would be read as an IPv4 address.
    private static string? NameOf(string host)
    {
        try
        {
            var name = host.All(char.IsAscii) ? host : new IdnMapping().GetAscii(host);
            return name.Length <= MaximumHost && Labels().IsMatch(name) ? name : null;
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    // Underscores are not valid in host names, but usual in the names of containers.
    [GeneratedRegex(@"^(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.)*(?![0-9]+\.?\z)[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.?\z")]
    private static partial Regex Labels();

    [GeneratedRegex(@"^[0-9]{1,3}(?:\.[0-9]{1,3}){3}\z")]
    private static partial Regex FourNumbers();

    [GeneratedRegex(@"^[0-9A-Fa-f:.]{2,45}(?:%[A-Za-z0-9_.-]{1,15})?\z")]
    private static partial Regex Six();
}

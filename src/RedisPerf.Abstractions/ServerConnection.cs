using System.Net;
using System.Net.Security;

namespace RedisPerf.Abstractions;

/// <summary>How a client library connects to the server under test.</summary>
public sealed class ServerConnection
{
    /// <summary>Host and port, or the path of a Unix socket: a <see cref="DnsEndPoint"/>, an <see cref="IPEndPoint"/> or a
    /// <see cref="System.Net.Sockets.UnixDomainSocketEndPoint"/>. With a cluster it is one of the servers.</summary>
    public required EndPoint EndPoint { get; init; }

    /// <summary>The user of an access control list; null for the default user.</summary>
    public string? User { get; init; }

    /// <summary>Null when the server requires none. A strategy must not write it to a message or a file.</summary>
    public string? Password { get; init; }

    /// <summary>The number of the database. It is not 0 when the address of the target names another one.</summary>
    public int Database { get; init; }

    /// <summary>Whether the server is a part of a cluster.</summary>
    public bool IsCluster { get; init; }

    /// <summary>The options of the encryption, as <see cref="SslStream"/> takes them; null without TLS.</summary>
    public SslClientAuthenticationOptions? Tls { get; init; }
}

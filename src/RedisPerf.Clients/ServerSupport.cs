using System.Net;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients;

/// <summary>Checks that a client library can connect to the server under test.</summary>
internal static class ServerSupport
{
    /// <summary>Refuses a cluster: these strategies measure one connection, without the routing of keys.</summary>
    /// <exception cref="NotSupportedException">The server is a part of a cluster.</exception>
    public static void RefuseCluster(this ServerConnection server, string library)
    {
        if (server.IsCluster)
        {
            throw new NotSupportedException($"The strategies of {library} do not support clusters.");
        }
    }

    /// <summary>The address as connection strings have it: <c>127.0.0.1:6379</c> or <c>[::1]:6379</c>.</summary>
    /// <exception cref="NotSupportedException">The address is a Unix socket.</exception>
    public static string HostAndPort(this ServerConnection server, string library) => server.EndPoint switch
    {
        DnsEndPoint name => $"{name.Host}:{name.Port}",
        IPEndPoint address => address.ToString(),
        _ => throw new NotSupportedException($"{library} does not support Unix sockets."),
    };
}

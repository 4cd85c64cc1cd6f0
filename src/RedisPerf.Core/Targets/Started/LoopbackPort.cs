using System.Net;
using System.Net.Sockets;

namespace RedisPerf.Core.Targets.Started;

internal static class LoopbackPort
{
    /// <summary>A TCP port of the loopback interface that no process uses now. Another process may take it before the caller does.</summary>
    public static int FindFree()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}

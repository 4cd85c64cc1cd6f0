using System.Net;
using System.Net.Sockets;
using System.Text;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>The commands of all clients of a server, as MONITOR reports them.</summary>
internal sealed class CommandLog : IDisposable
{
    private readonly TcpClient _socket;
    private readonly NetworkStream _stream;

    private CommandLog(TcpClient socket) => (_socket, _stream) = (socket, socket.GetStream());

    public static async Task<CommandLog> StartAsync(RedisServer redis)
    {
        var socket = new TcpClient();
        await socket.ConnectAsync(IPEndPoint.Parse(redis.Connection), Ct);
        var log = new CommandLog(socket);
        await log._stream.WriteAsync(Encoding.ASCII.GetBytes("MONITOR\r\n"), Ct);
        await log._stream.ReadExactlyAsync(new byte["+OK\r\n".Length], Ct);
        return log;
    }

    /// <summary>All lines up to now. The server closes the connection of a client that does not read for long.</summary>
    public async Task<string[]> EndAsync()
    {
        _socket.Client.Shutdown(SocketShutdown.Send);
        using var reader = new StreamReader(_stream);
        return (await reader.ReadToEndAsync(Ct)).Split('\n');
    }

    public void Dispose() => _socket.Dispose();
}

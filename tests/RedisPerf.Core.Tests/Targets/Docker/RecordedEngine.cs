using System.Globalization;
using System.Net.Sockets;
using System.Text;
using RedisPerf.Core.Targets.Docker;

namespace RedisPerf.Core.Tests.Targets.Docker;

/// <summary>A socket with the answers of an engine, as they were recorded.</summary>
internal sealed class RecordedEngine : IAsyncDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("redisperf-docker-").FullName;
    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly Func<string, string> _answer;
    private readonly List<string> _requests = [];
    private readonly Task _accepting;

    /// <param name="answer">The body of the reply to a request, which is its method and path without the version: <c>GET /images/json</c>.
    /// Empty for a reply without a body.</param>
    public RecordedEngine(Func<string, string> answer)
    {
        _answer = answer;
        _listener.Bind(new UnixDomainSocketEndPoint(SocketPath));
        _listener.Listen();
        _accepting = AcceptAsync();
    }

    public DockerApi Api => new(new Uri($"unix://{SocketPath}"));

    /// <summary>The requests with their bodies.</summary>
    public string[] Requests
    {
        get
        {
            lock (_requests)
            {
                return [.. _requests];
            }
        }
    }

    private string SocketPath => Path.Combine(_folder, "docker.sock");

    public async ValueTask DisposeAsync()
    {
        _listener.Dispose();
        await _accepting;
        Directory.Delete(_folder, recursive: true);
    }

    private async Task AcceptAsync()
    {
        var serving = new List<Task>();
        try
        {
            while (true)
            {
                serving.Add(ServeAsync(await _listener.AcceptAsync()));
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            await Task.WhenAll(serving);
        }
    }

    // One request for each connection.
    private async Task ServeAsync(Socket client)
    {
        using (client)
        {
            try
            {
                var request = await ReadAsync(client);
                if (request.Length == 0)
                {
                    // The client opens more connections than it uses.
                    return;
                }

                lock (_requests)
                {
                    _requests.Add(request);
                }

                var words = request.Split(' ', 3);
                var path = words[1].Split('?')[0];
                var hasVersion = path.StartsWith("/v1.", StringComparison.Ordinal);
                var body = _answer($"{words[0]} {(hasVersion ? path[path.IndexOf('/', 1)..] : path)}");
                var status = body.Length == 0 ? "204 No Content" : words[0] == "POST" ? "201 Created" : "200 OK";
                var header = string.Create(CultureInfo.InvariantCulture, $"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n"
                    + $"Connection: close\r\nContent-Length: {Encoding.UTF8.GetByteCount(body)}\r\n\r\n");
                await client.SendAsync(Encoding.UTF8.GetBytes(header + body));
                client.Shutdown(SocketShutdown.Send);
            }
            catch (SocketException)
            {
                // The client has given up.
            }
        }
    }

    private static async Task<string> ReadAsync(Socket client)
    {
        var text = new StringBuilder();
        var buffer = new byte[16 << 10];
        while (!IsComplete(text.ToString()) && await client.ReceiveAsync(buffer) is > 0 and var count)
        {
            text.Append(Encoding.UTF8.GetString(buffer, 0, count));
        }

        return text.ToString();
    }

    private static bool IsComplete(string request)
    {
        var end = request.IndexOf("\r\n\r\n", StringComparison.Ordinal);
        if (end < 0)
        {
            return false;
        }

        var length = request[..end].Split("\r\n").FirstOrDefault(line => line.StartsWith("Content-Length:", StringComparison.OrdinalIgnoreCase));
        return request[..end].Contains("chunked", StringComparison.OrdinalIgnoreCase)
            ? request.EndsWith("\r\n0\r\n\r\n", StringComparison.Ordinal)
            : request.Length - end - 4 >= (length is null ? 0 : int.Parse(length["Content-Length:".Length..], CultureInfo.InvariantCulture));
    }
}

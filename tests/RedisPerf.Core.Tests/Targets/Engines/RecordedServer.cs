using System.Net;
using System.Net.Sockets;
using System.Text;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Targets.Engines;

/// <summary>
/// Answers with the recorded replies of an engine that cannot be started here: its INFO, a PONG, and for other commands
/// the reply of the test, or an unknown command.
/// </summary>
internal sealed class RecordedServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly string _info;
    private readonly Func<string[], string?> _answer;
    private readonly Task _accepting;

    /// <param name="info">The whole INFO reply.</param>
    /// <param name="answer">A command's raw reply without the last line end; null for an unknown command.</param>
    public RecordedServer(string info, Func<string[], string?> answer)
    {
        _info = info;
        _answer = answer;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public Task<TargetServer> OpenAsync() =>
        new ConfiguredTarget("mine", _listener.LocalEndpoint.ToString()!).OpenAsync(new(0), TestContext.Current.CancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _accepting;
        _listener.Dispose();
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        var clients = new List<Task>();
        try
        {
            while (true)
            {
                clients.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_end.Token)));
            }
        }
        catch (OperationCanceledException)
        {
            await Task.WhenAll(clients);
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var owned = client;
        await using var stream = client.GetStream();
        using var reader = new StreamReader(stream, Encoding.UTF8);
        try
        {
            while (await reader.ReadLineAsync(_end.Token) is { } count)
            {
                var command = new string[int.Parse(count.AsSpan(1))];
                for (var i = 0; i < command.Length; i++)
                {
                    await reader.ReadLineAsync(_end.Token);
                    command[i] = (await reader.ReadLineAsync(_end.Token))!;
                }

                await stream.WriteAsync(Encoding.UTF8.GetBytes(Reply(command) + "\r\n"), _end.Token);
            }
        }
        catch (Exception e) when (e is OperationCanceledException or IOException)
        {
            // The test has ended.
        }
    }

    private string Reply(string[] command) => _answer(command) ?? command switch
    {
        ["PING"] => "+PONG",
        ["INFO", ..] => $"${Encoding.UTF8.GetByteCount(_info)}\r\n{_info}",
        _ => "-ERR unknown command",
    };
}

using System.Net.Sockets;
using System.Text;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Targets.Engines;

/// <summary>Answers with the recorded replies of an engine that cannot be started here: its INFO, a PONG, and for other commands the reply
/// of the test, or an unknown command.</summary>
internal sealed class RecordedServer : IAsyncDisposable
{
    private readonly string _info;
    private readonly Func<string[], string?> _answer;
    private readonly FakeServer _server;

    /// <param name="info">The whole INFO reply.</param>
    /// <param name="answer">A command's raw reply without the last line end; null for an unknown command.</param>
    public RecordedServer(string info, Func<string[], string?> answer)
    {
        _info = info;
        _answer = answer;
        _server = new(ServeAsync);
    }

    public string Address => _server.Address;

    public ConfiguredTarget Target => new("mine", Address);

    public Task<TargetServer> OpenAsync() => Target.OpenAsync(new(0), TestContext.Current.CancellationToken);

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private async Task ServeAsync(NetworkStream stream, CancellationToken ct)
    {
        using var reader = new StreamReader(stream, Encoding.UTF8);
        while (await reader.ReadLineAsync(ct) is { } count)
        {
            var command = new string[int.Parse(count.AsSpan(1))];
            for (var i = 0; i < command.Length; i++)
            {
                await reader.ReadLineAsync(ct);
                command[i] = (await reader.ReadLineAsync(ct))!;
            }

            await stream.WriteAsync(Encoding.UTF8.GetBytes(Reply(command) + "\r\n"), ct);
        }
    }

    private string Reply(string[] command) => _answer(command) ?? command switch
    {
        ["PING"] => "+PONG",
        ["INFO", ..] => $"${Encoding.UTF8.GetByteCount(_info)}\r\n{_info}",
        _ => "-ERR unknown command",
    };
}

using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace RedisPerf.Core.Targets.Resp;

/// <summary>A plain socket that speaks just enough RESP2 for probes: PING, INFO, CONFIG GET. Not the client under test, so that a probe
/// does not share its connection or its state, and can always be cancelled.</summary>
internal sealed class RespConnection : IAsyncDisposable
{
    private readonly Socket _socket;
    private readonly Stream _stream;
    private readonly RespReader _replies;

    /// <summary>The version of TLS and the cipher; null without TLS.</summary>
    public string? Encryption => _stream is SslStream tls ? $"{VersionOf(tls.SslProtocol)}, {tls.NegotiatedCipherSuite}" : null;

    /// <summary>The bytes of all commands that were sent.</summary>
    public long SentBytes { get; private set; }

    private RespConnection(Socket socket, Stream stream)
    {
        _socket = socket;
        _stream = stream;
        _replies = new RespReader(stream);
    }

    /// <summary>Connects and authenticates.</summary>
    /// <exception cref="SocketException">The connection was refused or failed.</exception>
    /// <exception cref="AuthenticationException">The server's certificate is not trusted, or the handshake failed.</exception>
    /// <exception cref="TargetRefusalException">The server refused the user or the password.</exception>
    public static async Task<RespConnection> OpenAsync(EndPoint endPoint, Credentials? credentials, TlsSettings? tls, CancellationToken ct)
    {
        var socket = ServerEndPoint.CreateSocket(endPoint);
        Stream? stream = null;
        try
        {
            await socket.ConnectAsync(endPoint, ct).ConfigureAwait(false);
            stream = new NetworkStream(socket, ownsSocket: false);
            if (tls is not null)
            {
                stream = await tls.EncryptAsync(stream, ct).ConfigureAwait(false);
            }

            var connection = new RespConnection(socket, stream);
            if (credentials is not null)
            {
                await connection.AuthenticateAsync(credentials, ct).ConfigureAwait(false);
            }

            return connection;
        }
        catch
        {
            if (stream is not null)
            {
                await stream.DisposeAsync().ConfigureAwait(false);
            }

            socket.Dispose();
            throw;
        }
    }

    /// <summary>Sends AUTH.</summary>
    /// <exception cref="TargetRefusalException">The server refused it. The message does not contain the credentials.</exception>
    public async Task AuthenticateAsync(Credentials credentials, CancellationToken ct)
    {
        var reply = await QueryAsync(ct, credentials.AuthCommand).ConfigureAwait(false);
        if (reply.IsError)
        {
            throw new TargetRefusalException(credentials.Redact(reply.Text ?? ""));
        }
    }

    /// <summary>Sends one command and returns its reply.</summary>
    /// <exception cref="TargetRefusalException">The server answered with an error.</exception>
    /// <exception cref="IOException">The connection broke, or the reply cannot be read.</exception>
    public async Task<RespReply> CallAsync(CancellationToken ct, params string[] command)
    {
        var reply = await QueryAsync(ct, command).ConfigureAwait(false);
        return reply.IsError ? throw new TargetRefusalException(reply.Text ?? "") : reply;
    }

    /// <summary>Sends commands together and returns their replies. The replies must be short, because they are read after
    /// all commands are sent.</summary>
    /// <exception cref="TargetRefusalException">The server answered one of them with an error.</exception>
    /// <exception cref="IOException">The connection broke, or a reply cannot be read.</exception>
    public async Task<IReadOnlyList<RespReply>> CallAllAsync(IReadOnlyCollection<string[]> commands, CancellationToken ct)
    {
        await SendAsync([.. commands.SelectMany(command => RespCommand.Encode(command))], ct).ConfigureAwait(false);
        var replies = new List<RespReply>(commands.Count);
        while (replies.Count < commands.Count)
        {
            replies.Add(await _replies.ReadAsync(ct).ConfigureAwait(false));
        }

        return replies.Find(reply => reply.IsError) is { } refusal ? throw new TargetRefusalException(refusal.Text ?? "") : replies;
    }

    /// <summary>Sends one command and returns its reply, an error too.</summary>
    public async Task<RespReply> QueryAsync(CancellationToken ct, params string[] command)
    {
        await SendAsync(RespCommand.Encode(command), ct).ConfigureAwait(false);
        return await _replies.ReadAsync(ct).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        await _stream.DisposeAsync().ConfigureAwait(false);
        _socket.Dispose();
    }

    private async Task SendAsync(byte[] commands, CancellationToken ct)
    {
        SentBytes += commands.Length;
        await _stream.WriteAsync(commands, ct).ConfigureAwait(false);
        await _stream.FlushAsync(ct).ConfigureAwait(false);
    }

    private static string VersionOf(SslProtocols protocol) => protocol switch
    {
        SslProtocols.Tls13 => "TLS 1.3",
        SslProtocols.Tls12 => "TLS 1.2",
        _ => $"{protocol}",
    };
}

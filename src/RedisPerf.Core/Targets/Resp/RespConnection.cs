using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Resp;

/// <summary>A plain socket that speaks just enough RESP2 for probes: PING, INFO, CONFIG GET. Not the client under test, so that a probe
/// does not share its connection or its state, and can always be cancelled.</summary>
internal sealed class RespConnection : IAsyncDisposable
{
    private readonly Socket _socket;
    private readonly EndPoint _server;
    private readonly TlsConnection? _tls;
    private readonly Stream _stream;
    private readonly RespReader _replies;
    private bool _hasReply;

    /// <summary>The version of TLS and the cipher; null without TLS.</summary>
    public string? Encryption => _tls is { Stream: var tls } ? $"{VersionOf(tls.SslProtocol)}, {tls.NegotiatedCipherSuite}" : null;

    /// <summary>The bytes of all commands that were sent.</summary>
    public long SentBytes { get; private set; }

    private RespConnection(Socket socket, EndPoint server, TlsConnection? tls, Stream stream)
    {
        _socket = socket;
        _server = server;
        _tls = tls;
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
            var encrypted = tls is null ? null : await tls.EncryptAsync(stream, endPoint, ct).ConfigureAwait(false);
            stream = encrypted?.Stream ?? stream;
            var connection = new RespConnection(socket, endPoint, encrypted, stream);
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
        var replies = await ExchangeAsync([.. commands.SelectMany(command => RespCommand.Encode(command))], commands.Count, ct).ConfigureAwait(false);
        return replies.Find(reply => reply.IsError) is { } refusal ? throw new TargetRefusalException(refusal.Text ?? "") : replies;
    }

    /// <summary>Sends one command and returns its reply, an error too.</summary>
    public async Task<RespReply> QueryAsync(CancellationToken ct, params string[] command) =>
        (await ExchangeAsync(RespCommand.Encode(command), 1, ct).ConfigureAwait(false))[0];

    public async ValueTask DisposeAsync()
    {
        await _stream.DisposeAsync().ConfigureAwait(false);
        _socket.Dispose();
    }

    private async Task<List<RespReply>> ExchangeAsync(byte[] commands, int count, CancellationToken ct)
    {
        var replies = new List<RespReply>(count);
        try
        {
            SentBytes += commands.Length;
            await _stream.WriteAsync(commands, ct).ConfigureAwait(false);
            await _stream.FlushAsync(ct).ConfigureAwait(false);
            while (replies.Count < count)
            {
                replies.Add(await _replies.ReadAsync(ct).ConfigureAwait(false));
                _hasReply = true;
            }

            return replies;
        }
        catch (IOException e) when (!_hasReply && e is not ConnectionFaultException)
        {
            var isEncrypted = _tls is null && await OtherProtocol.UsesTlsAsync(_server, ct).ConfigureAwait(false);
            throw isEncrypted ? new ConnectionFaultException(ReasonCode.TlsRequired) : _tls?.Explain(e) ?? e;
        }
    }

    private static string VersionOf(SslProtocols protocol) => protocol switch
    {
        SslProtocols.Tls13 => "TLS 1.3",
        SslProtocols.Tls12 => "TLS 1.2",
        _ => $"{protocol}",
    };
}

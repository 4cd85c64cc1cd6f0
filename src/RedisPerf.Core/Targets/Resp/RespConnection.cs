using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Resp;

/// <summary>
/// A plain socket that speaks just enough RESP2 for probes: PING, INFO, CONFIG GET. Not the client under test, so that
/// a probe does not share its connection or its state, and can always be cancelled.
/// </summary>
internal sealed class RespConnection : IAsyncDisposable
{
    // Less than a page waits for the whole look at a server. A handshake takes two round trips.
    private static readonly TimeSpan HandshakeLimit = TimeSpan.FromSeconds(1.8);

    private readonly Socket _socket;
    private readonly Stream _stream;
    private readonly RespReader _replies;

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
    /// <exception cref="TargetRefusalException">The server refused the user or the password.</exception>
    public static async Task<RespConnection> OpenAsync(EndPoint endPoint, Credentials? credentials, string? tlsHost, CancellationToken ct)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        Stream? stream = null;
        try
        {
            await socket.ConnectAsync(endPoint, ct).ConfigureAwait(false);
            stream = new NetworkStream(socket, ownsSocket: false);
            if (tlsHost is not null)
            {
                var tls = new SslStream(stream);
                stream = tls;
                await AuthenticateAsync(tls, tlsHost, ct).ConfigureAwait(false);
            }

            var connection = new RespConnection(socket, stream);
            if (credentials is not null)
            {
                await connection.CallAsync(ct, credentials.AuthCommand).ConfigureAwait(false);
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

    // A server without TLS reads the handshake as an incomplete command and waits for its rest.
    private static async Task AuthenticateAsync(SslStream tls, string tlsHost, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(HandshakeLimit);
        try
        {
            await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = tlsHost }, limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            throw new UnreadableReplyException(ReasonCode.TlsNotAnswered);
        }
    }

    /// <summary>Sends one command and returns its reply.</summary>
    /// <exception cref="TargetRefusalException">The server answered with an error.</exception>
    /// <exception cref="IOException">The connection broke, or the reply cannot be read.</exception>
    public async Task<RespReply> CallAsync(CancellationToken ct, params string[] command)
    {
        var reply = await AskAsync(ct, command).ConfigureAwait(false);
        return reply.IsError ? throw new TargetRefusalException(reply.Text ?? "") : reply;
    }

    /// <summary>Sends one command and returns its reply, an error too.</summary>
    public async Task<RespReply> AskAsync(CancellationToken ct, params string[] command)
    {
        var text = new StringBuilder().Append('*').Append(command.Length).Append("\r\n");
        foreach (var word in command)
        {
            text.Append('$').Append(Encoding.UTF8.GetByteCount(word)).Append("\r\n").Append(word).Append("\r\n");
        }

        var bytes = Encoding.UTF8.GetBytes(text.ToString());
        SentBytes += bytes.Length;
        await _stream.WriteAsync(bytes, ct).ConfigureAwait(false);
        await _stream.FlushAsync(ct).ConfigureAwait(false);
        return await _replies.ReadAsync(ct).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        await _stream.DisposeAsync().ConfigureAwait(false);
        _socket.Dispose();
    }
}

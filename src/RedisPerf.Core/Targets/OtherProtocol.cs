using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>Finds out over another connection whether a server uses TLS, after it did not answer as the connection string expects. Only what
/// the server sends proves it.</summary>
internal static class OtherProtocol
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(1.5);

    private static ReadOnlySpan<byte> TlsRecords => [0x14, 0x15, 0x16, 0x17];

    /// <summary>Whether a server of a connection with TLS answers without TLS.</summary>
    /// <returns><see cref="ReasonCode.TlsNotUsed"/> for a reply of Redis, <see cref="ReasonCode.NotRedis"/> for that of another program;
    /// null without an answer.</returns>
    public static Task<ReasonCode?> FindPlainAsync(EndPoint server, CancellationToken ct) => QueryAsync<ReasonCode?>(
        server,
        async (stream, limit) =>
        {
            await stream.WriteAsync(RespCommand.Encode("PING"), limit).ConfigureAwait(false);
            var first = new byte[1];
            return await stream.ReadAsync(first, limit).ConfigureAwait(false) == 0 || TlsRecords.Contains(first[0]) ? null
                : RespReader.Types.Contains(first[0]) ? ReasonCode.TlsNotUsed
                : ReasonCode.NotRedis;
        },
        ct);

    /// <summary>Whether a server of a connection without TLS has a certificate.</summary>
    public static Task<bool> UsesTlsAsync(EndPoint server, CancellationToken ct) => QueryAsync(
        server,
        async (stream, limit) =>
        {
            var hasCertificate = false;
            var encrypted = new SslStream(stream);
            await using (encrypted.ConfigureAwait(false))
            {
                try
                {
                    await encrypted.AuthenticateAsClientAsync(
                        new SslClientAuthenticationOptions
                        {
                            TargetHost = server is DnsEndPoint named ? named.Host : null,
                            // Nothing is sent over this connection.
                            RemoteCertificateValidationCallback = (_, certificate, _, _) => !(hasCertificate = certificate is not null),
                            // With TLS 1.2, a server that requests a certificate ends the handshake before the other callback.
                            LocalCertificateSelectionCallback = (_, _, _, certificate, _) =>
                            {
                                hasCertificate |= certificate is not null;
                                return null!;
                            },
                        },
                        limit).ConfigureAwait(false);
                }
                catch (Exception e) when (e is AuthenticationException or IOException or OperationCanceledException)
                {
                    // The callback refuses every certificate.
                }
            }

            return hasCertificate;
        },
        ct);

    private static async Task<T?> QueryAsync<T>(EndPoint server, Func<Stream, CancellationToken, Task<T>> query, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(Limit);
        try
        {
            using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            await socket.ConnectAsync(server, limit.Token).ConfigureAwait(false);
            var stream = new NetworkStream(socket, ownsSocket: false);
            await using (stream.ConfigureAwait(false))
            {
                return await query(stream, limit.Token).ConfigureAwait(false);
            }
        }
        catch (Exception e) when (e is SocketException or IOException || (e is OperationCanceledException && !ct.IsCancellationRequested))
        {
            return default;
        }
    }
}

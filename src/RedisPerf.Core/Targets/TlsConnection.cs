using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>An encrypted connection, with what its handshake has shown. With TLS 1.3, a server that does not accept the certificate of its
/// client reports that in place of the first reply.</summary>
/// <param name="stream">The connection, which is disposed with this object.</param>
/// <param name="hasCertificate">Whether this side has a certificate to send.</param>
internal sealed class TlsConnection(Stream stream, bool hasCertificate) : IAsyncDisposable
{
    private bool _isCertificateRequested;

    public SslStream Stream { get; } = new(stream);

    /// <summary>For the options of the handshake, without a certificate to send: remembers that the server requests one.</summary>
    public X509Certificate SelectNoCertificate(object sender, string host,
        X509CertificateCollection local,
        X509Certificate? remote, string[] issuers)
    {
        // The first call is before the handshake, without the certificate of the server.
        _isCertificateRequested |= remote is not null;
        return null!;
    }

    /// <summary>Explains why the handshake or the first reply failed; the exception itself when nothing more is known.</summary>
    public Exception Explain(Exception exception) => exception switch
    {
        ConnectionFaultException or OperationCanceledException => exception,
        // This side refuses the certificate of the server.
        AuthenticationException { InnerException: null } => exception,
        AuthenticationException or IOException when _isCertificateRequested => new ConnectionFaultException(ReasonCode.ClientCertificateRequired),
        AuthenticationException or IOException when hasCertificate
            && (Stream.IsAuthenticated ? Stream.LocalCertificate is not null : IsAlert(exception)) => new ConnectionFaultException(
                ReasonCode.ClientCertificateRefused,
                ("message", IsAlert(exception) ? RedisFailure.Line(exception.GetBaseException().Message) : null)),
        _ => exception,
    };

    public ValueTask DisposeAsync() => Stream.DisposeAsync();

    // The message of the other side, not the end of the connection.
    private static bool IsAlert(Exception exception) =>
        exception.InnerException is not (null or SocketException);
}

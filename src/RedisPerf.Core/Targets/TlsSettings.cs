using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>The encryption of the connections to a server. All connections of RedisPerf use it, so that the floor and the client pay for
/// the same encryption.</summary>
/// <param name="host">The name in the server's certificate.</param>
/// <param name="protocols">The versions of TLS; <see cref="SslProtocols.None"/> for those of the operating system.</param>
/// <param name="trustedCertificate">The only certificate that is trusted, in PEM; null for the authorities that the machine trusts.</param>
internal sealed class TlsSettings(string host, SslProtocols protocols, string? trustedCertificate)
{
    // Shorter than a page waits for the state of an existing server, which may have no TLS. A handshake takes two round
    // trips. A server that RedisPerf started has TLS, and can be late on a busy machine.
    private readonly TimeSpan _limit = TimeSpan.FromSeconds(trustedCertificate is null ? 1.8 : 5);

    /// <summary>The name in the server's certificate.</summary>
    public string Host => host;

    /// <summary>The only certificate that is trusted, in PEM; null for the authorities that the machine trusts.</summary>
    public string? TrustedCertificate => trustedCertificate;

    /// <summary>The options of a handshake.</summary>
    /// <remarks>They do not check for revocation. The client does if its options require it, and it connects before the floor.</remarks>
    public SslClientAuthenticationOptions CreateOptions() => new()
    {
        TargetHost = host,
        EnabledSslProtocols = protocols,
        CertificateChainPolicy = trustedCertificate is null ? null : TrustOnly(trustedCertificate),
    };

    /// <summary>Encrypts a stream.</summary>
    /// <param name="stream">The connection. It is disposed with the result, or when the handshake fails.</param>
    /// <exception cref="AuthenticationException">The server and this machine do not agree, or the certificate is not trusted.</exception>
    /// <exception cref="UnreadableReplyException">The server did not answer.</exception>
    public async Task<SslStream> EncryptAsync(Stream stream, CancellationToken ct)
    {
        var encrypted = new SslStream(stream);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(_limit);
        try
        {
            await encrypted.AuthenticateAsClientAsync(CreateOptions(), limit.Token).ConfigureAwait(false);
            return encrypted;
        }
        catch (Exception e)
        {
            await encrypted.DisposeAsync().ConfigureAwait(false);
            // A server without TLS reads the handshake as an incomplete command and waits for its rest.
            throw e is OperationCanceledException && !ct.IsCancellationRequested ? new UnreadableReplyException(ReasonCode.TlsNotAnswered) : e;
        }
    }

    private static X509ChainPolicy TrustOnly(string certificate) => new()
    {
        TrustMode = X509ChainTrustMode.CustomRootTrust,
        CustomTrustStore = { X509Certificate2.CreateFromPem(certificate) },
        RevocationMode = X509RevocationMode.NoCheck,
        DisableCertificateDownloads = true,
    };
}

using System.Net;
using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>The encryption of the connections to a server. All connections of RedisPerf use it, so that the floor and the client pay for
/// the same encryption.</summary>
/// <param name="host">The name in the server's certificate.</param>
/// <param name="protocols">The versions of TLS; <see cref="SslProtocols.None"/> for those of the operating system.</param>
/// <param name="limit">The longest time of a handshake.</param>
/// <param name="trustedCertificate">The only certificate that is trusted, in PEM, of a server that RedisPerf started; otherwise null.</param>
/// <param name="files">The certificates of an existing server.</param>
internal sealed class TlsSettings(string host, SslProtocols protocols, TimeSpan limit, string? trustedCertificate, CertificateFiles files)
{
    private const string IssuerVariable = "SERedis_IssuerCertPath";

    // A handshake takes two round trips. After this time, another connection finds out whether the server uses TLS.
    private readonly TimeSpan _late = TimeSpan.FromSeconds(Math.Min(1, limit.TotalSeconds / 2));

    // The client reads them itself. A server that RedisPerf started does not depend on them.
    private readonly Func<string, string?> _environment = trustedCertificate is null ? Environment.GetEnvironmentVariable : _ => null;

    private readonly Lock _gate = new();
    private IReadOnlyList<byte[]> _content = [];
    private SslStreamCertificateContext? _loaded;

    /// <summary>The name in the server's certificate.</summary>
    public string Host => host;

    /// <summary>The only certificate that is trusted, in PEM, of a server that RedisPerf started; otherwise null.</summary>
    public string? TrustedCertificate => trustedCertificate;

    /// <summary>The files of the settings.</summary>
    public CertificateFiles Files => files;

    /// <summary>Whether the client needs <see cref="ClientOptions"/>. Without settings, it follows its own environment variables.</summary>
    public bool HasSettings => trustedCertificate is not null || files.FirstSetting is not null;

    /// <summary>The options of a handshake of the client under test.</summary>
    /// <param name="name">The name in the certificate of the server that it connects to.</param>
    /// <remarks>They do not check for revocation. The client does if its options require it, and it connects before the floor.</remarks>
    /// <exception cref="ConnectionFaultException">A certificate cannot be used.</exception>
    public SslClientAuthenticationOptions ClientOptions(string name) => new()
    {
        TargetHost = name,
        EnabledSslProtocols = protocols,
        CertificateChainPolicy = Authorities(),
        ClientCertificateContext = FindClientCertificate(),
    };

    /// <summary>Encrypts a connection.</summary>
    /// <param name="stream">The connection. It is disposed with the result, or when the handshake fails.</param>
    /// <param name="server">The address of the server.</param>
    /// <exception cref="AuthenticationException">The server and this machine do not agree, or the certificate is not trusted.</exception>
    /// <exception cref="ConnectionFaultException">The server does not use TLS, does not complete the handshake in time, or requests another
    /// certificate; or a certificate of this side cannot be used.</exception>
    public async Task<TlsConnection> EncryptAsync(Stream stream, EndPoint server, CancellationToken ct)
    {
        var options = ClientOptions(host);
        options.RemoteCertificateValidationCallback = ValidateWithIssuer();
        var connection = new TlsConnection(stream, options.ClientCertificateContext is not null);
        if (options.ClientCertificateContext is null)
        {
            options.LocalCertificateSelectionCallback = connection.SelectNoCertificate;
        }

        using var passed = CancellationTokenSource.CreateLinkedTokenSource(ct);
        passed.CancelAfter(limit);
        var handshake = connection.Stream.AuthenticateAsClientAsync(options, passed.Token);
        try
        {
            if (await Task.WhenAny(handshake, Task.Delay(_late, passed.Token)).ConfigureAwait(false) != handshake)
            {
                await FindPlainAsync(server, handshake, passed.Token).ConfigureAwait(false);
            }

            await handshake.ConfigureAwait(false);
            return connection;
        }
        catch (Exception e)
        {
            await passed.CancelAsync().ConfigureAwait(false);
            await handshake.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await connection.DisposeAsync().ConfigureAwait(false);
            throw ct.IsCancellationRequested ? e : await ExplainAsync(connection, e, server, ct).ConfigureAwait(false);
        }
    }

    // A server without TLS reads the handshake as an incomplete command and waits for its rest. A slow one may still end it.
    private static async Task FindPlainAsync(EndPoint server, Task handshake, CancellationToken ct)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var finding = OtherProtocol.FindPlainAsync(server, stop.Token);
        if (await Task.WhenAny(finding, handshake).ConfigureAwait(false) == finding && await finding.ConfigureAwait(false) is { } plain)
        {
            throw new ConnectionFaultException(plain);
        }

        await stop.CancelAsync().ConfigureAwait(false);
        await ((Task)finding).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task<Exception> ExplainAsync(TlsConnection connection, Exception exception, EndPoint server, CancellationToken ct)
    {
        var explained = connection.Explain(exception);
        return explained switch
        {
            OperationCanceledException => new ConnectionFaultException(ReasonCode.TlsNotAnswered, ("seconds", limit.TotalSeconds)),
            ConnectionFaultException => explained,
            _ when await OtherProtocol.FindPlainAsync(server, ct).ConfigureAwait(false) is { } plain => new ConnectionFaultException(plain),
            IOException => new ConnectionFaultException(ReasonCode.TlsClosed),
            _ => explained,
        };
    }

    // As the client does: the issuer is trusted in addition to the authorities of the machine.
    private RemoteCertificateValidationCallback? ValidateWithIssuer()
    {
        if (files.Authority is not null || NamedFile.Of(IssuerVariable, _environment(IssuerVariable)) is not { } issuer)
        {
            return null;
        }

        var issuers = Load(issuer);
        return (_, certificate, chain, errors) =>
        {
            if (errors != SslPolicyErrors.RemoteCertificateChainErrors || certificate is not X509Certificate2 server)
            {
                return errors == SslPolicyErrors.None;
            }

            using var trusted = new X509Chain { ChainPolicy = TrustOnly(issuers) };
            foreach (var element in chain?.ChainElements ?? Enumerable.Empty<X509ChainElement>())
            {
                trusted.ChainPolicy.ExtraStore.Add(element.Certificate);
            }

            return trusted.Build(server);
        };
    }

    private X509ChainPolicy? Authorities() =>
        trustedCertificate is not null ? TrustOnly([X509Certificate2.CreateFromPem(trustedCertificate)])
        : NamedFile.Of(nameof(files.Authority), files.Authority) is { } authority ? TrustOnly(Load(authority))
        : null;

    private static X509Certificate2Collection Load(NamedFile authority)
    {
        var content = authority.Read();
        var certificates = new X509Certificate2Collection();
        try
        {
            var text = Encoding.UTF8.GetString(content);
            if (text.Contains("-----BEGIN", StringComparison.Ordinal))
            {
                certificates.ImportFromPem(text);
            }
            else
            {
                certificates.Add(X509CertificateLoader.LoadCertificate(content));
            }
        }
        catch (CryptographicException e)
        {
            throw Invalid(RedisFailure.Line(e.Message));
        }

        return certificates.Count > 0 ? certificates : throw Invalid("it has no certificate");

        ConnectionFaultException Invalid(string message) =>
            new(ReasonCode.CertificateInvalid, ("setting", authority.Setting), ("path", authority.Path), ("message", message));
    }

    private static X509ChainPolicy TrustOnly(X509Certificate2Collection certificates)
    {
        var policy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
            DisableCertificateDownloads = true,
        };
        policy.CustomTrustStore.AddRange(certificates);
        return policy;
    }

    // A benchmark opens many connections, and the key of a PFX takes milliseconds.
    private SslStreamCertificateContext? FindClientCertificate()
    {
        if (ClientCertificate.Find(files, _environment) is not { } certificate)
        {
            return null;
        }

        var content = certificate.Read();
        lock (_gate)
        {
            if (_loaded is null || !content.Zip(_content).All(pair => pair.First.AsSpan().SequenceEqual(pair.Second)))
            {
                (_content, _loaded) = (content, certificate.Load(content));
            }

            return _loaded;
        }
    }
}

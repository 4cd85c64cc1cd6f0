using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>An authority that no machine trusts, with certificates of a server and of clients, and their files.</summary>
public sealed class TestCertificates : IDisposable
{
    public const string Password = "open sesame";

    private readonly DataFolder _data = new();
    private readonly X509Certificate2 _authority;
    private readonly X509Certificate2 _issuer;

    /// <param name="serverNames">The names of the server: DNS names and IP addresses.</param>
    public TestCertificates(params string[] serverNames)
    {
        Directory.CreateDirectory(Folder);
        _authority = Create("Test authority", isAuthority: true);
        _issuer = Create("Test issuer", isAuthority: true, issuer: _authority);
        Authority = Write("authority.crt", _authority.ExportCertificatePem());
        Server = Create("Test server", serverNames.Length == 0 ? ["localhost", "127.0.0.1"] : serverNames, issuer: _authority);
        ServerCertificate = Write("server.crt", Server.ExportCertificatePem());
        ServerKey = Write("server.key", Server.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        Client = Create("Test client", issuer: _issuer);
        ClientPem = Write("client.crt", $"{Client.ExportCertificatePem()}\n{_issuer.ExportCertificatePem()}");
        ClientKey = Write("client.key", Client.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
    }

    public string Folder => _data.Path;

    /// <summary>The path of the certificate of the authority.</summary>
    public string Authority { get; }

    public X509Certificate2 Server { get; }

    public string ServerCertificate { get; }

    public string ServerKey { get; }

    public X509Certificate2 Client { get; }

    /// <summary>The path of the certificate of a client and that of its issuer, without the key.</summary>
    public string ClientPem { get; }

    public string ClientKey { get; }

    /// <summary>A file in the folder.</summary>
    public string Write(string name, string text)
    {
        var path = Path.Combine(Folder, name);
        File.WriteAllText(path, text + "\n");
        return path;
    }

    /// <summary>The certificate of a client and its key in PKCS #12.</summary>
    public string WritePfx(string? password)
    {
        var path = Path.Combine(Folder, "client.pfx");
        File.WriteAllBytes(path, Client.Export(X509ContentType.Pkcs12, password));
        return path;
    }

    /// <summary>The key of the client in PEM, with a password.</summary>
    public string WriteEncryptedKey() => Write("encrypted.key", Client.GetECDsaPrivateKey()!.ExportEncryptedPkcs8PrivateKeyPem(
        Password, new(PbeEncryptionAlgorithm.Aes256Cbc, HashAlgorithmName.SHA256, 1_000)));

    public void Dispose()
    {
        _authority.Dispose();
        _issuer.Dispose();
        Server.Dispose();
        Client.Dispose();
        _data.Dispose();
    }

    // Without an issuer, it signs itself.
    private static X509Certificate2 Create(
        string subject, IEnumerable<string>? names = null, bool isAuthority = false, X509Certificate2? issuer = null)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={subject}", key, HashAlgorithmName.SHA256);
        var alternatives = new SubjectAlternativeNameBuilder();
        foreach (var name in names ?? [])
        {
            if (IPAddress.TryParse(name, out var address))
            {
                alternatives.AddIpAddress(address);
            }
            else
            {
                alternatives.AddDnsName(name);
            }
        }

        if (names is not null)
        {
            request.CertificateExtensions.Add(alternatives.Build());
        }

        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(isAuthority, false, 0, true));
        var (now, serial) = (DateTimeOffset.UtcNow, RandomNumberGenerator.GetBytes(8));
        using var withKey = issuer is null
            ? request.CreateSelfSigned(now.AddDays(-2), now.AddDays(30))
            : request.Create(issuer, issuer.NotBefore, issuer.NotAfter, serial).CopyWithPrivateKey(key);
        return X509CertificateLoader.LoadPkcs12(withKey.Export(X509ContentType.Pkcs12), null, X509KeyStorageFlags.Exportable);
    }
}

using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace RedisPerf.Core.Targets.Started;

/// <summary>The certificate of one started server. No authority signs it: RedisPerf trusts exactly this certificate, and only for its own
/// connections to this server.</summary>
internal static class ServerCertificate
{
    /// <summary>The file with the certificate, in the server's folder.</summary>
    public const string CertificateFile = "certificate.pem";

    /// <summary>The file with the private key, in the server's folder. Only the user can read it.</summary>
    public const string KeyFile = "key.pem";

    // Longer than any job. The clock may be set back while the server runs.
    private static readonly TimeSpan Before = TimeSpan.FromDays(1);
    private static readonly TimeSpan After = TimeSpan.FromDays(365);

    /// <summary>Creates a key and a certificate for the loopback address, in two files.</summary>
    /// <param name="folder">The server's own folder, with which the files are removed.</param>
    /// <returns>The certificate in PEM, without the key.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file cannot be written.</exception>
    public static string CreateIn(string folder)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=RedisPerf", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(
            new X509BasicConstraintsExtension(certificateAuthority: false, hasPathLengthConstraint: false, pathLengthConstraint: 0, critical: true));
        var now = DateTimeOffset.UtcNow;
        using var certificate = request.CreateSelfSigned(now - Before, now + After);

        var pem = certificate.ExportCertificatePem();
        File.WriteAllText(Path.Combine(folder, CertificateFile), pem);
        WriteKey(Path.Combine(folder, KeyFile), key.ExportPkcs8PrivateKeyPem());
        return pem;
    }

    private static void WriteKey(string path, string pem)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        using var file = new StreamWriter(path, options);
        file.Write(pem);
    }
}

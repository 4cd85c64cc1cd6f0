namespace RedisPerf.Core.Targets;

/// <summary>A target of the configuration.</summary>
public sealed class ConfiguredTargetOptions
{
    /// <summary>Its name in requests: letters, digits, dots, dashes and underscores.</summary>
    public string Name { get; set; } = "";

    /// <summary>A StackExchange.Redis connection string of one server. It may have a password, and is never shown.</summary>
    public string Connection { get; set; } = "";

    /// <summary>The path of the certificate that the server requests from its clients: PEM or PKCS #12 (PFX).</summary>
    public string? ClientCertificate { get; set; }

    /// <summary>The path of its private key in PEM, when that is in another file.</summary>
    public string? ClientCertificateKey { get; set; }

    /// <summary>The path of a file with the password of the private key.</summary>
    public string? ClientCertificatePasswordFile { get; set; }

    /// <summary>The path of the certificates in PEM of the only authorities that may have signed the server's certificate.</summary>
    public string? Authority { get; set; }

    /// <summary>The paths, without empty ones.</summary>
    internal CertificateFiles Files => new(
        Given(ClientCertificate), Given(ClientCertificateKey), Given(ClientCertificatePasswordFile), Given(Authority));

    private static string? Given(string? path) => string.IsNullOrWhiteSpace(path) ? null : path.Trim();
}

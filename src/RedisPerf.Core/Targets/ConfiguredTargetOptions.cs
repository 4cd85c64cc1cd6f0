using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets;

/// <summary>A target of the configuration.</summary>
public sealed class ConfiguredTargetOptions
{
    /// <summary>Its name in requests: letters, digits, dots, dashes and underscores.</summary>
    public string Name { get; set; } = "";

    /// <summary>A StackExchange.Redis connection string or a URL of one server. It may have a password, and is never shown.</summary>
    public string Connection { get; set; } = "";

    /// <summary>The name of an ACL user. It replaces that of the connection string. Never shown.</summary>
    public string? User { get; set; }

    /// <summary>The password, with any characters. It replaces that of the connection string. Never shown.</summary>
    public string? Password { get; set; }

    /// <summary>The path of a file with the password.</summary>
    public string? PasswordFile { get; set; }

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
        PathOf(ClientCertificate), PathOf(ClientCertificateKey), PathOf(ClientCertificatePasswordFile), PathOf(Authority));

    /// <summary>Reads the address. The password file is read for each connection.</summary>
    /// <exception cref="TargetException">It is invalid, the password is given twice, or it has certificates and no TLS.</exception>
    internal ServerAddress ParseAddress() =>
        Given(Password) is not null && Given(PasswordFile) is not null
            ? throw new TargetException(Reason.Of(ReasonCode.PasswordTwice))
            : CheckTls(ServerAddress.Parse(Connection, files: Files).With(Given(User), Given(Password)));

    /// <summary>The address with the password of the file.</summary>
    /// <exception cref="TargetException">The file cannot be read.</exception>
    internal ServerAddress AddPassword(ServerAddress address) =>
        Given(PasswordFile) is { } file ? address.With(null, Targets.PasswordFile.Read(file, "…__PasswordFile")) : address;

    /// <summary>Whether both mean the same server with the same credentials.</summary>
    internal bool IsSame(ConfiguredTargetOptions other) =>
        (Name, Connection, User, Password, PasswordFile) == (other.Name, other.Connection, other.User, other.Password, other.PasswordFile)
        && Files == other.Files;

    private ServerAddress CheckTls(ServerAddress address) => address.Tls is null && Files.FirstSetting is { } setting
        ? throw new TargetException(Reason.Of(ReasonCode.CertificateWithoutTls, ("setting", setting)))
        : address;

    // A secret that was made with a text tool ends with a line break.
    private static string? Given(string? setting) => setting?.TrimEnd('\r', '\n') is { Length: > 0 } text ? text : null;

    private static string? PathOf(string? setting) => string.IsNullOrWhiteSpace(setting) ? null : setting.Trim();
}

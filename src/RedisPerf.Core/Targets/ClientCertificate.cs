using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>Where the certificate of a client comes from: the settings of a target, or the environment variables of
/// StackExchange.Redis.</summary>
/// <param name="Certificate">Its file: PEM or PKCS #12.</param>
/// <param name="Key">The file of its private key in PEM; null when it is in the same file.</param>
/// <param name="Password">The file of the password of the private key; null without one.</param>
internal sealed record ClientCertificate(NamedFile Certificate, NamedFile? Key, NamedFile? Password)
{
    private const string Variable = "SERedis_ClientCert";

    // ERROR_INVALID_PASSWORD, on all systems.
    private const int WrongPassword = unchecked((int)0x80070056);

    /// <summary>The password itself, from an environment variable, instead of its file.</summary>
    private string? GivenPassword { get; init; }

    /// <summary>What a user sets for the password. The client reads no variable for that of a key in PEM.</summary>
    private string PasswordSetting =>
        Certificate.Setting == $"{Variable}PfxPath" ? $"{Variable}Password" : nameof(CertificateFiles.ClientCertificatePasswordFile);

    /// <summary>The certificate of a target's settings; without them, that of the variables that StackExchange.Redis 3.4 reads. Null
    /// without either.</summary>
    /// <param name="read">The value of an environment variable.</param>
    public static ClientCertificate? Find(CertificateFiles files, Func<string, string?> read)
    {
        if (files.ClientCertificate is { } path)
        {
            return new(
                new(nameof(files.ClientCertificate), path), NamedFile.Of(nameof(files.ClientCertificateKey), files.ClientCertificateKey),
                NamedFile.Of(nameof(files.ClientCertificatePasswordFile), files.ClientCertificatePasswordFile));
        }

        // The variable of the password's path has the path of the key.
        return NamedFile.Of($"{Variable}PfxPath", read($"{Variable}PfxPath")) is { } pfx
            ? new(pfx, null, null) { GivenPassword = read($"{Variable}Password") }
            : NamedFile.Of($"{Variable}PemPath", read($"{Variable}PemPath")) is { } pem
            ? new(pem, NamedFile.Of($"{Variable}PasswordPath", read($"{Variable}PasswordPath")), null)
            : null;
    }

    /// <summary>The bytes of all files, which differ after a renewal.</summary>
    /// <exception cref="ConnectionFaultException">A file cannot be read.</exception>
    public IReadOnlyList<byte[]> Read() => [Certificate.Read(), Key?.Read() ?? [], Password?.Read() ?? []];

    /// <summary>The certificate with its key and its issuers, as a handshake sends it.</summary>
    /// <param name="content">From <see cref="Read"/>.</param>
    /// <exception cref="ConnectionFaultException">A file has other content, or the password is wrong.</exception>
    public SslStreamCertificateContext Load(IReadOnlyList<byte[]> content)
    {
        var password = Password is null ? GivenPassword : Encoding.UTF8.GetString(content[2]).TrimEnd('\r', '\n');
        var text = Encoding.UTF8.GetString(content[0]);
        try
        {
            var chain = text.Contains("-----BEGIN", StringComparison.Ordinal)
                ? OfPem(text, Key is null ? text : Encoding.UTF8.GetString(content[1]), password)
                : X509CertificateLoader.LoadPkcs12Collection(content[0], password);
            var own = chain.FirstOrDefault(certificate => certificate.HasPrivateKey)
                ?? throw new ConnectionFaultException(ReasonCode.CertificateWithoutKey, ("setting", Certificate.Setting), ("path", Certificate.Path));
            chain.Remove(own);
            return SslStreamCertificateContext.Create(own, chain, offline: true);
        }
        catch (CryptographicException e) when (e.HResult == WrongPassword)
        {
            throw PasswordFault();
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            throw new ConnectionFaultException(
                ReasonCode.CertificateInvalid, ("setting", Certificate.Setting), ("path", Certificate.Path),
                ("message", RedisFailure.Line(e.Message)));
        }
    }

    // The first certificate of the file has the key; the others are its issuers.
    private X509Certificate2Collection OfPem(string certificates, string key, string? password)
    {
        var chain = new X509Certificate2Collection();
        chain.ImportFromPem(certificates);
        if (chain.Count == 0 || !key.Contains("PRIVATE KEY-----", StringComparison.Ordinal))
        {
            return chain;
        }

        using var pem = key.Contains("ENCRYPTED PRIVATE KEY", StringComparison.Ordinal)
            ? OfEncryptedKey(certificates, key, password ?? throw PasswordFault())
            : X509Certificate2.CreateFromPem(certificates, key);
        // A key that is only in memory cannot be used for TLS on Windows; one that was imported can.
        var own = X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pkcs12), null);
        return [own, .. chain.Skip(1)];
    }

    private X509Certificate2 OfEncryptedKey(string certificates, string key, string password)
    {
        try
        {
            return X509Certificate2.CreateFromEncryptedPem(certificates, key, password);
        }
        catch (CryptographicException)
        {
            throw PasswordFault();
        }
    }

    private ConnectionFaultException PasswordFault() => new(
        ReasonCode.CertificatePasswordWrong, ("setting", Certificate.Setting), ("path", Certificate.Path), ("password", PasswordSetting));
}

/// <summary>A file that a setting names.</summary>
internal sealed record NamedFile(string Setting, string Path)
{
    /// <summary>Null without a path.</summary>
    public static NamedFile? Of(string setting, string? path) => string.IsNullOrEmpty(path) ? null : new(setting, path);

    /// <exception cref="ConnectionFaultException">It cannot be read.</exception>
    public byte[] Read()
    {
        try
        {
            return File.ReadAllBytes(Path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            var message = e switch
            {
                FileNotFoundException or DirectoryNotFoundException => "it does not exist",
                UnauthorizedAccessException => "RedisPerf may not read it",
                _ => RedisFailure.Line(e.Message),
            };
            throw new ConnectionFaultException(ReasonCode.CertificateUnreadable, ("setting", Setting), ("path", Path), ("message", message));
        }
    }
}

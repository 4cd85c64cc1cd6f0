namespace RedisPerf.Core.Targets;

/// <summary>The files that the connections of a target with TLS use. They are read when a connection is opened, so that a renewed
/// certificate is used without a restart.</summary>
/// <param name="ClientCertificate">The certificate that the server requests from its clients, with the certificates of its issuers: PEM or
/// PKCS #12 (PFX).</param>
/// <param name="ClientCertificateKey">Its private key in PEM; null when it is in the same file.</param>
/// <param name="ClientCertificatePasswordFile">A file with the password of the private key; null without one.</param>
/// <param name="Authority">The only authorities that are trusted to sign the server's certificate, in PEM; null for the authorities of the
/// machine.</param>
internal sealed record CertificateFiles(
    string? ClientCertificate = null, string? ClientCertificateKey = null, string? ClientCertificatePasswordFile = null, string? Authority = null)
{
    /// <summary>The name of the first given setting; null without one.</summary>
    public string? FirstSetting =>
        ClientCertificate is not null ? nameof(ClientCertificate)
        : ClientCertificateKey is not null ? nameof(ClientCertificateKey)
        : ClientCertificatePasswordFile is not null ? nameof(ClientCertificatePasswordFile)
        : Authority is not null ? nameof(Authority)
        : null;
}

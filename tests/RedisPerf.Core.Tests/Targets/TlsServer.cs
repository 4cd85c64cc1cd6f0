using System.Net.Security;
using System.Security.Authentication;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>A server with TLS that answers each command with PONG, with the delay and the requests of a test.</summary>
internal static class TlsServer
{
    /// <param name="certificates">Its certificate, and the client that it accepts.</param>
    /// <param name="delay">The time before its part of the handshake.</param>
    /// <param name="requestsCertificate">Whether it closes the connection of a client without that certificate.</param>
    public static FakeServer Start(
        TestCertificates certificates, TimeSpan delay = default, bool requestsCertificate = false, SslProtocols protocols = SslProtocols.None) =>
            new(async (stream, ct) =>
            {
                await Task.Delay(delay, ct);
                var encrypted = new SslStream(stream);
                await using (encrypted)
                {
                    try
                    {
                        await encrypted.AuthenticateAsServerAsync(
                            new SslServerAuthenticationOptions
                            {
                                ServerCertificate = certificates.Server,
                                EnabledSslProtocols = protocols,
                                ClientCertificateRequired = requestsCertificate,
                                RemoteCertificateValidationCallback = (_, client, _, _) =>
                                    !requestsCertificate || client?.GetCertHashString() == certificates.Client.GetCertHashString(),
                            },
                            ct);
                        await AnswerAsync(encrypted, ct);
                    }
                    catch (AuthenticationException)
                    {
                        // The connection is closed, after an alert.
                    }
                }
            });

    private static async Task AnswerAsync(SslStream stream, CancellationToken ct)
    {
        var buffer = new byte[4096];
        while (await stream.ReadAsync(buffer, ct) > 0)
        {
            await stream.WriteAsync("+PONG\r\n"u8.ToArray(), ct);
        }
    }
}

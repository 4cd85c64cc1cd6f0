using System.Security.Authentication;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>Connections with TLS that cannot be opened: the reason names what the server has shown, and nothing else.</summary>
public sealed class TlsSettingsTests : IDisposable
{
    private readonly TestCertificates _certificates = new();

    public void Dispose() => _certificates.Dispose();

    [Fact]
    public async Task A_slow_handshake_has_the_time_of_the_connection_string()
    {
        await using var server = TlsServer.Start(_certificates, TimeSpan.FromMilliseconds(500));

        (await PingAsync(server.Address, "connectTimeout=10000")).ShouldBe("PONG");
        (await PingAsync(server.Address, "connectTimeout=200")).ShouldBe("The server of target 'mine' did not complete the TLS handshake within "
            + "0.2 seconds. connectTimeout=… in the connection string, in milliseconds, gives it more time.");
    }

    [Theory]
    [InlineData("+PONG\r\n")]
    [InlineData("-NOAUTH Authentication required.\r\n")]
    [InlineData("-ERR unknown command\r\n")]
    public async Task A_server_that_replies_without_TLS_does_not_use_it(string reply)
    {
        await using var server = FakeServer.Answering(System.Text.Encoding.ASCII.GetBytes(reply));

        (await PingAsync(server.Address)).ShouldBe(
            "The server of target 'mine' does not use TLS: it replies without it. Remove ssl=true from the connection string.");
    }

    [Fact]
    public async Task A_server_without_TLS_that_waits_for_the_rest_of_the_handshake_is_found_before_the_time_has_passed()
    {
        await using var redis = await RedisServer.StartAsync();

        (await PingAsync(redis.Connection, "connectTimeout=60000")).ShouldStartWith("The server of target 'mine' does not use TLS");
    }

    [Fact]
    public async Task Another_program_is_no_Redis()
    {
        await using var server = FakeServer.Answering("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray());

        (await PingAsync(server.Address)).ShouldStartWith("The server of target 'mine' sent bytes that are not the Redis protocol");
    }

    [Fact]
    public async Task A_server_that_closes_the_connection_proves_nothing()
    {
        await using var server = new FakeServer((_, _) => Task.CompletedTask);

        (await PingAsync(server.Address)).ShouldBe("The server of target 'mine' closed the connection during the TLS handshake.");
        (await PingAsync(server.Address, "ssl=false")).ShouldStartWith("The connection to the server of target 'mine' was lost");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_server_with_TLS_is_named_without_it(bool requestsCertificate)
    {
        await using var server = TlsServer.Start(_certificates, requestsCertificate: requestsCertificate);

        (await PingAsync(server.Address, "ssl=false")).ShouldBe("The server of target 'mine' requires TLS; add ssl=true to the connection string.");
    }

    [Fact]
    public async Task An_untrusted_certificate_has_the_message_of_the_system()
    {
        await using var server = TlsServer.Start(_certificates);

        (await PingAsync(server.Address, files: new())).ShouldStartWith(
            "The server of target 'mine' and this machine could not agree on an encrypted connection: The remote certificate is invalid");
    }

    [Theory]
    [InlineData(SslProtocols.Tls12)]
    [InlineData(SslProtocols.Tls13)]
    public async Task A_server_that_requests_a_certificate_gets_it(SslProtocols protocols)
    {
        await using var server = TlsServer.Start(_certificates, requestsCertificate: true, protocols: protocols);
        using var others = new TestCertificates();

        (await PingAsync(server.Address)).ShouldBe("The server of target 'mine' requests a certificate of the client, and closed the connection "
            + "because it got none. Set ClientCertificate of the target, or the variable SERedis_ClientCertPfxPath.");
        (await PingAsync(server.Address, files: With(_certificates.ClientPem, _certificates.ClientKey))).ShouldBe("PONG");
        (await PingAsync(server.Address, files: With(others.ClientPem, others.ClientKey)))
            .ShouldStartWith("The server of target 'mine' got the certificate of the client and closed the connection");
    }

    [Fact]
    public async Task A_renewed_certificate_is_used_without_a_restart()
    {
        await using var server = TlsServer.Start(_certificates, requestsCertificate: true);
        using var others = new TestCertificates();
        var path = others.Write("renewed.pem", File.ReadAllText(others.ClientPem) + File.ReadAllText(others.ClientKey));
        var address = ServerAddress.Parse($"{server.Address},ssl=true", files: With(path, null));

        (await PingAsync(address)).ShouldStartWith("The server of target 'mine' got the certificate");
        others.Write("renewed.pem", File.ReadAllText(_certificates.ClientPem) + File.ReadAllText(_certificates.ClientKey));
        (await PingAsync(address)).ShouldBe("PONG");
    }

    private CertificateFiles With(string certificate, string? key) => new(certificate, key, null, _certificates.Authority);

    private Task<string?> PingAsync(string server, string options = "ssl=true", CertificateFiles? files = null) => PingAsync(
        ServerAddress.Parse($"{server},ssl=true,{options}", files: files ?? new(Authority: _certificates.Authority)));

    // The reply, or the reason.
    private static async Task<string?> PingAsync(ServerAddress address)
    {
        try
        {
            await using var connection = await RespConnection.OpenAsync(address.EndPoint, address.Credentials, address.Tls, Ct);
            return (await connection.CallAsync(Ct, "PING")).Text;
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            TestContext.Current.TestOutputHelper?.WriteLine($"{exception}");
            return RedisFailure.Describe(exception, "mine").ToText();
        }
    }
}

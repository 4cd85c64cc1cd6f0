using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>The files of a client's certificate: their bytes show their format, and a file that cannot be used is named with its
/// setting.</summary>
public sealed class ClientCertificateTests : IDisposable
{
    private const string Chain = "CN=Test client, then CN=Test issuer";

    private readonly TestCertificates _files = new();

    public void Dispose() => _files.Dispose();

    [Fact]
    public void All_forms_of_a_certificate_with_its_key_are_read()
    {
        var both = _files.Write("both.pem", File.ReadAllText(_files.ClientKey) + File.ReadAllText(_files.ClientPem));
        var password = _files.Write("password", TestCertificates.Password + "\n");

        LoadSubject(new(_files.ClientPem, _files.ClientKey)).ShouldBe(Chain);
        LoadSubject(new(both)).ShouldBe(Chain);
        LoadSubject(new(_files.ClientPem, _files.WriteEncryptedKey(), password)).ShouldBe(Chain);
        LoadSubject(new(_files.WritePfx(null))).ShouldBe("CN=Test client");
        LoadSubject(new(_files.WritePfx(TestCertificates.Password), null, password)).ShouldBe("CN=Test client");
    }

    [Fact]
    public void A_file_that_cannot_be_used_is_named_with_its_setting()
    {
        var wrong = _files.Write("wrong", "no");
        var encrypted = _files.WriteEncryptedKey();
        var pfx = _files.WritePfx(TestCertificates.Password);
        using var others = new TestCertificates();

        LoadSubject(new("/nowhere/client.pem")).ShouldBe("Target 'mine' cannot be used. ClientCertificate names the file /nowhere/client.pem, "
            + "which cannot be read: it does not exist.");
        LoadSubject(new(_files.ClientPem, "/nowhere/client.key")).ShouldContain("ClientCertificateKey names the file /nowhere/client.key");
        LoadSubject(new(pfx, null, "/nowhere/password")).ShouldContain("ClientCertificatePasswordFile names the file /nowhere/password");
        LoadSubject(new(_files.ClientPem)).ShouldBe($"Target 'mine' cannot be used. ClientCertificate names the file {_files.ClientPem}, "
            + "which has no private key. Give the file of the key in ClientCertificateKey.");
        foreach (var files in (CertificateFiles[])[new(pfx), new(pfx, null, wrong), new(_files.ClientPem, encrypted),
            new(_files.ClientPem, encrypted, wrong)])
        {
            LoadSubject(files).ShouldBe($"Target 'mine' cannot be used. The password of the file {files.ClientCertificate} of ClientCertificate "
                + "is wrong or missing: set ClientCertificatePasswordFile.");
        }

        LoadSubject(new(wrong)).ShouldContain($"ClientCertificate names the file {wrong}, which is not a valid certificate in PEM or PKCS #12: ");
        LoadSubject(new(_files.ClientPem, others.ClientKey)).ShouldContain("which is not a valid certificate");
    }

    [Fact]
    public void The_variables_of_the_client_are_read_as_it_reads_them()
    {
        var pfx = _files.WritePfx(TestCertificates.Password);

        LoadSubject(new(), ("SERedis_ClientCertPfxPath", pfx), ("SERedis_ClientCertPassword", TestCertificates.Password)).ShouldBe("CN=Test client");
        LoadSubject(new(), ("SERedis_ClientCertPfxPath", pfx)).ShouldContain("of SERedis_ClientCertPfxPath is wrong or missing: "
            + "set SERedis_ClientCertPassword");
        LoadSubject(new(), ("SERedis_ClientCertPemPath", _files.ClientPem), ("SERedis_ClientCertPasswordPath", _files.ClientKey))
            .ShouldBe(Chain);
        LoadSubject(new(), ("SERedis_ClientCertPfxPath", "/nowhere/client.pfx")).ShouldContain("SERedis_ClientCertPfxPath names the file");
        // The settings of a target come first.
        LoadSubject(new(_files.ClientPem, _files.ClientKey), ("SERedis_ClientCertPfxPath", "/nowhere/client.pfx")).ShouldBe(Chain);
        LoadSubject(new()).ShouldBe("none");
    }

    [Fact]
    public async Task A_certificate_for_a_connection_without_TLS_is_refused()
    {
        var target = new ConfiguredTarget(new ConfiguredTargetOptions { Name = "mine", Connection = "127.0.0.1:6379", Authority = _files.Authority });

        (await target.DescribeAsync(Ct)).Reason.ToText()
            .ShouldBe("Target 'mine' cannot be used. Authority is set, and the connection string does not have ssl=true.");
    }

    [Fact]
    public async Task A_missing_file_makes_the_target_unavailable_until_it_exists()
    {
        await using var server = TlsServer.Start(_files);
        var options = new ConfiguredTargetOptions { Name = "mine", Connection = $"{server.Address},ssl=true", Authority = "/nowhere/authority.pem" };

        var description = await new ConfiguredTarget(options).DescribeAsync(Ct);

        description.Status.ShouldBe(TargetStatus.Unavailable);
        description.Reason.ShouldNotBeNull().Code.ShouldBe(ReasonCode.CertificateUnreadable);
        description.Reason.ToText().ShouldContain("Authority names the file /nowhere/authority.pem");
    }

    private static string LoadSubject(CertificateFiles files, params (string Name, string Value)[] variables)
    {
        try
        {
            var certificate = ClientCertificate.Find(files, name => variables.FirstOrDefault(variable => variable.Name == name).Value);
            var context = certificate?.Load(certificate.Read());
            context?.TargetCertificate.HasPrivateKey.ShouldBeTrue();
            return context is null ? "none" : string.Join(", then ", context.IntermediateCertificates.Select(issuer => issuer.Subject)
                .Prepend(context.TargetCertificate.Subject));
        }
        catch (ConnectionFaultException exception)
        {
            return exception.For("mine").ToText();
        }
    }
}

using System.Diagnostics;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Targets;

/// <summary>A redis-server that requests a certificate of its clients, and a slow one behind a relay.</summary>
public sealed class MutualTlsTests : IDisposable
{
    private readonly TestCertificates _certificates = new();

    public void Dispose() => _certificates.Dispose();

    [Theory]
    [InlineData("TLSv1.2")]
    [InlineData("TLSv1.3")]
    public async Task Every_connection_has_the_certificate_of_the_settings(string protocols)
    {
        var (server, port) = await StartAsync("--tls-protocols", protocols);
        await using var _ = server;
        var clients = ClientCatalogue.Of("");
        var target = Target(port, _certificates.ClientPem, _certificates.ClientKey);
        var job = TestJobs.Insert(["hset", "lua"], """{ "items": 200, "payloadBytes": 40000 }""");
        job = job with { Request = job.Request with { Clients = [.. clients.Names] } };

        var description = await target.DescribeAsync(Ct);
        var events = await TestJobs.RunAsync(new Runner(Catalogue.Default, _ => target) { FindClient = clients.Find }, job, null, Ct);

        description.Status.ShouldBe(TargetStatus.Ready, description.Reason.ToText());
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.Ended().ShouldAllBe(ended => ended.Run.State == RunState.Ok && ended.Run.Verified);
        events.Ended().Select(ended => (ended.Case.Strategy, ended.Case.Client)).Distinct().Count().ShouldBe(3 * clients.Names.Count);
        await using var keys = await target.OpenKeysAsync(Ct);
        (await keys.CountAsync(Ct)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("TLSv1.2")]
    [InlineData("TLSv1.3")]
    public async Task A_missing_or_a_wrong_certificate_has_a_reason(string protocols)
    {
        var (server, port) = await StartAsync("--tls-protocols", protocols);
        await using var _ = server;
        using var others = new TestCertificates();
        var missing = Target(port, null, null);
        var wrong = Target(port, others.ClientPem, others.ClientKey);

        (await missing.DescribeAsync(Ct)).Reason.ShouldNotBeNull().Code.ShouldBe(ReasonCode.ClientCertificateRequired);
        (await Should.ThrowAsync<TargetException>(() => missing.OpenAsync(new(0), Ct))).Reason.Code.ShouldBe(ReasonCode.ClientCertificateRequired);
        (await wrong.DescribeAsync(Ct)).Reason.ShouldNotBeNull().Code.ShouldBe(ReasonCode.ClientCertificateRefused);
        (await new ConfiguredTarget("mine", $"localhost:{port}").DescribeAsync(Ct)).Reason.ShouldNotBeNull().Code.ShouldBe(ReasonCode.TlsRequired);
    }

    [Fact]
    public async Task A_slow_handshake_ends_within_the_time_of_the_connection_string()
    {
        var (server, port) = await StartAsync();
        await using var _ = server;
        await using var relay = new SlowStartRelay(port, TimeSpan.FromSeconds(2.2));
        var target = Target(relay.Port, _certificates.ClientPem, _certificates.ClientKey);

        var description = await target.DescribeAsync(Ct);
        var events = await TestJobs.RunAsync(TestJobs.Insert(["hset"], """{ "items": 60, "payloadBytes": 3000 }"""), target);
        var impatient = Target(relay.Port, _certificates.ClientPem, _certificates.ClientKey, ",connectTimeout=1000");

        description.Status.ShouldBe(TargetStatus.Ready, description.Reason.ToText());
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        (await impatient.DescribeAsync(Ct)).Reason.ToText().ShouldNotBeNull()
            .ShouldStartWith("The server of target 'mine' did not complete the TLS handshake within 1 seconds. ");
    }

    [Fact]
    public async Task A_page_does_not_wait_again_for_a_server_that_answers_slowly()
    {
        var (server, port) = await StartAsync();
        await using var _ = server;
        await using var relay = new SlowStartRelay(port, TimeSpan.FromSeconds(2.2));
        var target = Target(relay.Port, _certificates.ClientPem, _certificates.ClientKey);
        var first = await target.DescribeAsync(Ct);
        var connections = relay.Connections;

        // Until it is queried again.
        await Poll.UntilAsync(async () =>
        {
            var start = Stopwatch.GetTimestamp();
            (await target.DescribeAsync(Ct)).ShouldBe(first);
            Stopwatch.GetElapsedTime(start).ShouldBeLessThan(TimeSpan.FromSeconds(1.5));
            return relay.Connections > connections;
        });

        first.Status.ShouldBe(TargetStatus.Ready);
    }

    private ConfiguredTarget Target(int port, string? certificate, string? key, string options = "") => new(new ConfiguredTargetOptions
    {
        Name = "mine",
        Connection = $"localhost:{port},ssl=true{options}",
        ClientCertificate = certificate,
        ClientCertificateKey = key,
        Authority = _certificates.Authority,
    });

    private async Task<(RedisServer Server, int TlsPort)> StartAsync(params string[] options)
    {
        var port = LoopbackPort.FindFree();
        string[] tls = ["--tls-port", $"{port}", "--tls-auth-clients", "yes", "--tls-cert-file", _certificates.ServerCertificate,
            "--tls-key-file", _certificates.ServerKey, "--tls-ca-cert-file", _certificates.Authority];
        return (await RedisServer.StartAsync([.. tls, .. options]), port);
    }
}

using System.Net;
using System.Runtime.Versioning;
using System.Security.Authentication;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets.Started;
using StackExchange.Redis;

namespace RedisPerf.Core.Proofs.Targets.Started;

/// <summary>The target <c>local-tls</c>: a redis-server with a certificate that only RedisPerf trusts.</summary>
public sealed class LocalTlsTests : IDisposable
{
    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task It_accepts_encrypted_connections_only()
    {
        await using var server = await (await InstalledAsync()).OpenAsync(new(0), Ct);

        server.Environment.Settings["reached"].ShouldBe("loopback, TLS, started by RedisPerf");
        server.Environment.Settings["encryption"].ShouldMatch(@"^TLS 1\.[23], TLS_");
        KnownEngines.CheapestWrites(server.Environment).ShouldBe(KnownEngines.Find(server.Environment.Engine).CheapestEncryptedWrites);
        server.Environment.MissingCapabilities.ShouldBeEmpty();
        await using var bare = await RespConnection.OpenAsync(server.EndPoint, null, null, Ct);
        await Should.ThrowAsync<IOException>(() => bare.CallAsync(Ct, "PING"));
    }

    [Fact]
    public async Task Its_certificate_is_trusted_for_this_server_only()
    {
        var target = await InstalledAsync();
        await using var server = await target.OpenAsync(new(0), Ct);
        await using var other = await target.OpenAsync(new(0), Ct);

        server.Attachment.Certificate.ShouldNotBe(other.Attachment.Certificate);
        await using var connection = await RespConnection.OpenAsync(server.EndPoint, null, server.Tls, Ct);
        (await connection.CallAsync(Ct, "PING")).Text.ShouldBe("PONG");
        await Should.ThrowAsync<AuthenticationException>(() => RespConnection.OpenAsync(other.EndPoint, null, server.Tls, Ct));
        // Without the certificate: as any program on this machine, also with the client under test.
        var known = ServerAddress.Parse(server.Attachment.Connection);
        await Should.ThrowAsync<AuthenticationException>(() => RespConnection.OpenAsync(server.EndPoint, null, known.Tls, Ct));
        await Should.ThrowAsync<RedisConnectionException>(() =>
            ConnectionMultiplexer.ConnectAsync(known.ForClient(TimeSpan.FromSeconds(5), isCluster: false, [(server.EndPoint, server.EndPoint)])));
    }

    [Fact]
    public async Task A_certificate_for_another_name_is_refused()
    {
        await using var server = await (await InstalledAsync()).OpenAsync(new(0), Ct);
        var other = ServerAddress.Parse($"localhost:{((IPEndPoint)server.EndPoint).Port},ssl=true", server.Attachment.Certificate);

        await Should.ThrowAsync<AuthenticationException>(() => RespConnection.OpenAsync(server.EndPoint, null, other.Tls, Ct));
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task Only_the_user_can_read_its_key_which_is_removed_with_it()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no such permissions.");
        string[] files;
        await using (await (await InstalledAsync()).OpenAsync(new(0), Ct))
        {
            files = Directory.GetFiles(_data.Servers, "*.pem", SearchOption.AllDirectories);
            var key = files.Single(file => File.ReadAllText(file).Contains("PRIVATE KEY", StringComparison.Ordinal));
            File.GetUnixFileMode(key).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        files.Length.ShouldBe(2);
        Directory.GetFileSystemEntries(_data.Servers).ShouldBeEmpty();
    }

    [Fact]
    public async Task The_workers_of_all_clients_measure_it_next_to_a_server_without_TLS()
    {
        var tls = await InstalledAsync();
        var job = TestJobs.Insert(["hset", "batch", "lua"], """{ "items": 200, "payloadBytes": 40000 }""");
        job = job with { Request = job.Request with { Targets = ["local", "local-tls"], Clients = [.. ClientCatalogue.Of("").Names] } };
        var runner = new Runner(Catalogue.Default, name => name == tls.Name ? tls : LocalTarget.Find(_data.Path)[0])
        { FindClient = ClientCatalogue.Of("").Find };

        var events = await TestJobs.RunAsync(runner, job, null, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.OfType<JobEvent.Started>().Single().Environment.Unsupported.ShouldBeEmpty();
        var ended = events.Ended().ToArray();
        ended.ShouldAllBe(each => each.Run.State == RunState.Ok && each.Run.Verified);
        foreach (var same in ended.GroupBy(each => (each.Case.Strategy, each.Case.Client, each.Run.Round)))
        {
            // The server counts the decrypted bytes.
            same.Select(each => each.Case.Target).ShouldBe(["local", "local-tls"], ignoreOrder: true);
            same.Select(each => each.Run.WireBytes).Distinct().ShouldHaveSingleItem();
        }

        ended.Select(each => each.Case.Strategy).ShouldContain("floor");
    }

    [Fact]
    public async Task A_simulated_link_carries_its_connections()
    {
        var tls = await InstalledAsync();
        var job = TestJobs.Insert(["hset"], """{ "items": 60, "payloadBytes": 3000, "linkRoundTrip": 10 }""");

        var events = await TestJobs.RunAsync(job, tls);

        events.Runs().Length.ShouldBe(2);
        events.Runs().ShouldAllBe(run => run.State == RunState.Ok && run.Seconds >= 0.01);
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task A_program_without_TLS_has_a_reason()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program is a shell script.");
        await InstalledAsync();
        // The installed server, without the options of TLS: it answers as a build without TLS does.
        var program = Path.Combine(_data.Path, "redis-server");
        await File.WriteAllTextAsync(program,
            $"#!/bin/sh\nexec {SearchPath.Find("redis-server") ?? SearchPath.Find("valkey-server")} $(echo \"$@\" | sed s/--tls-/--no-tls-/g)\n", Ct);
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        var target = new LocalTarget(LocalTarget.TlsName, program, _data.Path);

        var description = await target.DescribeAsync(Ct);

        description.Status.ShouldBe(TargetStatus.Unavailable);
        description.Reason.ToText().ShouldBe($"{program} was built without TLS.");
        (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), Ct))).Reason.ShouldBe(description.Reason);
        Directory.Exists(_data.Servers).ShouldBeFalse();
        (await new LocalTarget(LocalTarget.TargetName, program, _data.Path).DescribeAsync(Ct)).Status.ShouldBe(TargetStatus.Startable);
    }

    [Fact]
    public async Task A_floor_that_is_cancelled_or_loses_its_server_ends_at_once()
    {
        await using var server = await (await InstalledAsync()).OpenAsync(new(0), Ct);
        var buffers = Enumerable.Repeat(new ArraySegment<byte>(new byte[1 << 20]), 512).ToArray();
        buffers[0] = "*2\r\n$3\r\nGET\r\n$536870912\r\n"u8.ToArray();
        using var cancelled = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        using var first = await RespSocket.ConnectAsync(server, TimeSpan.FromSeconds(30), Ct);
        await using var control = await RespConnection.OpenAsync(server.EndPoint, null, server.Tls, Ct);
        cancelled.CancelAfter(TimeSpan.FromMilliseconds(50));

        await Should.ThrowAsync<Exception>(async () =>
        {
            while (true)
            {
                await first.SendAsync(buffers, cancelled.Token);
            }
        });

        cancelled.IsCancellationRequested.ShouldBeTrue();
        using var second = await RespSocket.ConnectAsync(server, TimeSpan.FromSeconds(30), Ct);
        var replies = second.ReadRepliesAsync(1, null, Ct);
        await control.CallAsync(Ct, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        RedisFailure.Describe(await Should.ThrowAsync<Exception>(() => replies), "mine").Code.ShouldBe(ReasonCode.ConnectionLost);
    }

    private async Task<LocalTarget> InstalledAsync()
    {
        var target = LocalTarget.Find(_data.Path).Single(target => target.Name == LocalTarget.TlsName);
        var description = await target.DescribeAsync(Ct);
        Assert.SkipUnless(description.Status == TargetStatus.Startable, description.Reason.ToText() ?? "");
        return target;
    }
}

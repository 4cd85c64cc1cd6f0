using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using RedisPerf.Cli.Tests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using StackExchange.Redis;

namespace RedisPerf.Cli.Proofs;

/// <summary>Tests of the program as a separate process.</summary>
public class ExecutableTests
{
    private static string FileName { get; } = Path.Combine(AppContext.BaseDirectory, OperatingSystem.IsWindows() ? "redisperf.exe" : "redisperf");

    [Fact]
    public async Task Redirected_output_is_only_the_result_without_colors()
    {
        using var data = new TestFolder();
        using var process = Start(data, "run insert -s batch --items 60 --payload-bytes 200 --runs 1 --warmups 0 --target embedded --format json");
        var error = process.StandardError.ReadToEndAsync(Ct);

        var output = await process.StandardOutput.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);

        process.ExitCode.ShouldBe(0, await error);
        JsonReport.Read(output).State.ShouldBe(JobState.Completed);
        (output + await error).ShouldNotContain("\u001b");
    }

    [Fact]
    public async Task A_file_or_a_sample_is_the_payload_of_a_run()
    {
        using var data = new TestFolder();
        await using var server = await Redis(data);
        using (var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), Ct))
        {
            await connection.GetDatabase().StringSetAsync([new("user:1", "one"), new("user:2", "three")]);
            await connection.GetDatabase().HashSetAsync("user:3", "field", "1234567");
        }

        var file = Path.Combine(data.Path, "orders.ndjson");
        await File.WriteAllTextAsync(file, "{\"id\":1}\n{\"id\":22}\n", Ct);
        var run = $"run insert -s batch --items 6 --keys 2 --runs 1 --warmups 0 --target {server.EndPoint} --format json";

        var fromFile = JsonReport.Read((await RunAsync($"{run} --payload {file}")).Output);
        (fromFile.State, fromFile.Request.Payload!.Name, fromFile.Request.Payload.Values).ShouldBe((JobState.Completed, "orders.ndjson", 2));
        fromFile.Cases[0].Runs[0].PayloadBytes.ShouldBe(3 * (8 + 9));
        var fromHash = await RunAsync($"{run} --payload {fromFile.Request.Payload.Hash} --payload-bytes 100 --seed 1");
        JsonReport.Read(fromHash.Output).Request.Payload.ShouldBe(fromFile.Request.Payload);
        (await RunAsync($"{run} --payload {fromFile.Request.Payload.Hash} --payload-format text")).Error
            .ShouldContain("--payload-format requires a file: the values of a stored payload are already known.");
        fromHash.Error.ShouldContain("Without effect, because the job has a payload: --payload-bytes, --seed.");

        var unconfirmed = await RunAsync($"{run} --sample user:*");
        (unconfirmed.Code, unconfirmed.Output).ShouldBe((2, ""));
        unconfirmed.Error.ShouldContain("It writes nothing to the server. Confirm it with --yes.");
        var sampled = JsonReport.Read((await RunAsync($"{run} --sample user:* --yes")).Output);
        (sampled.State, sampled.Request.Payload!.TotalBytes).ShouldBe((JobState.Completed, 8));

        JsonReport.Read((await RunAsync($"{run} --sample user:* --sample-type hashes --yes")).Output).Request.Payload!.TotalBytes.ShouldBe(7);
        (await RunAsync($"{run} --sample user:* --sample-type lists --yes")).Error
            .ShouldContain("--sample-type must be strings or hashes, not \"lists\".");

        var missing = await RunAsync($"{run} --payload {file}.missing");
        (missing.Code, missing.Output).ShouldBe((2, ""));
        missing.Error.ShouldStartWith($"--payload {file}.missing cannot be read: ");
        (await RunAsync($"{run} --payload {file} --sample user:* --yes")).Error.ShouldContain("Use --payload or --sample, not both.");

        async Task<(int Code, string Output, string Error)> RunAsync(string line)
        {
            using var process = Start(data, line);
            var error = process.StandardError.ReadToEndAsync(Ct);
            var output = await process.StandardOutput.ReadToEndAsync(Ct);
            await process.WaitForExitAsync(Ct);
            return (process.ExitCode, output, await error);
        }
    }

    [Fact]
    public async Task Output_is_UTF_8_in_every_locale()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The variables of the locale have no effect on other systems.");
        using var data = new TestFolder();
        var saved = Path.Combine(data.Path, "job.json");
        await File.WriteAllTextAsync(saved, JsonReport.Write(SampleJob.Of("note", ("multi-exec", 1), ("batch", 0.5))), Ct);
        using var process = Start(data, $"show {saved}", ("LC_ALL", "en_US.ISO-8859-1"));

        var output = await new StreamReader(process.StandardOutput.BaseStream, new UTF8Encoding(false, throwOnInvalidBytes: true)).ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);

        output.ShouldContain('–');
        process.ExitCode.ShouldBe(0);
    }

    [Theory]
    [InlineData("list >&-", 1, "Standard output is closed or not writable.")]
    [InlineData("list > /dev/full", 1, "Standard output cannot be written: No space left on device.")]
    [InlineData("list | head -n 1 > /dev/null", 0, "")]
    [InlineData("frobnicate 2>&-", 2, "")]
    [InlineData("frobnicate 2> /dev/full", 2, "")]
    [InlineData("run insert -s batch --items 60 --payload-bytes 200 --runs 1 --warmups 0 --target embedded > /dev/null 2>&-", 0, "")]
    public async Task Output_that_cannot_be_written_does_not_crash_the_program(string line, int code, string message)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux has /dev/full.");
        using var data = new TestFolder();
        var start = new ProcessStartInfo("bash", ["-c", $"set -o pipefail; {FileName} {line}"]) { RedirectStandardError = true };
        start.Environment["RedisPerf__Data"] = data.Path;
        using var process = Process.Start(start)!;

        var error = await process.StandardError.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);

        error.Trim().ShouldBe(message);
        process.ExitCode.ShouldBe(code);
    }

    [Theory]
    [InlineData("run insert --target embedded --baseline none --payload -", "Payload payload.ndjson: 2 values, 8 bytes median, JSON lines.")]
    [InlineData("run insert --target embedded --baseline none --payload - --payload-format value",
        "Payload payload: 1 value, 18 bytes median, whole file.")]
    [InlineData("show -",
        "Standard input cannot be used. The file is not a RedisPerf job document. The JSON is invalid or incomplete in line 2, byte 1.")]
    [InlineData("import -", "Standard input cannot be imported. The JSON is invalid or incomplete in line 2, byte 1.")]
    public async Task A_file_can_come_from_a_pipe(string line, string message)
    {
        using var data = new TestFolder();
        // Two lines, with the end of each.
        var start = new ProcessStartInfo("bash", ["-c", $$"""printf '{"id":1}\n{"id":2}\n' | {{FileName}} {{line}}"""])
        { RedirectStandardError = true };
        start.Environment["RedisPerf__Data"] = data.Path;
        using var process = Process.Start(start)!;

        var error = await process.StandardError.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);

        error.Split('\n')[0].ShouldBe(message);
        process.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task Configured_targets_are_read_as_in_the_web_application()
    {
        using var data = new TestFolder();
        using var process = Start(
            data,
            "targets",
            ("REDISPERF__TARGETS__3__NAME", "third"),
            ("RedisPerf__Targets__3__Connection", "127.0.0.1:1"),
            ("RedisPerf__Targets__1__Name", "first"),
            ("RedisPerf__Targets__1__Connection", "127.0.0.1:1"));

        var output = await process.StandardOutput.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);

        var lines = output.Split('\n', StringSplitOptions.TrimEntries).Select(line => line.Split(' ')[0]).ToList();
        lines.IndexOf("first").ShouldBeGreaterThan(-1);
        lines.IndexOf("third").ShouldBe(lines.IndexOf("first") + 1);
    }

    [Fact]
    public async Task Named_servers_are_read_as_in_the_web_application()
    {
        using var data = new TestFolder();
        using var process = Start(data, "targets", ("REDISPERF__SERVERS__2__NAME", "shell"), ("RedisPerf__Servers__2__Path", "/bin/sh"));

        var output = await process.StandardOutput.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);

        output.Split('\n').Count(line => line.TrimStart().StartsWith("shell ", StringComparison.Ordinal)).ShouldBe(1);
    }

    [Theory]
    [InlineData("Servers__0__Arguments", "--port 1", "Unknown setting RedisPerf:Servers:0:Arguments.")]
    [InlineData("Servers__0__Path", "/nowhere/redis-server", "/nowhere/redis-server does not exist.")]
    [InlineData("Targets__1__Pasword", "secret", "Unknown setting RedisPerf:Targets:1:Pasword.")]
    public async Task An_invalid_setting_of_a_target_is_one_line(string setting, string value, string part)
    {
        using var data = new TestFolder();
        using var process = Start(data, "targets", ("RedisPerf__Servers__0__Name", "old"), ($"RedisPerf__{setting}", value));

        var error = await process.StandardError.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);

        error.ShouldContain(part);
        error.Trim().Split('\n').Length.ShouldBe(1);
        process.ExitCode.ShouldBe(2);
    }

    [Theory]
    [InlineData("docker-redis", "redis:8.6", "docker-redis", 0)]
    [InlineData("docker-redis", "", "RedisPerf__Images__docker-redis must be the name of an image, such as redis:7.4.", 2)]
    [InlineData("redis", "redis:8.6", "Unknown setting RedisPerf__Images__redis.", 2)]
    public async Task Images_are_read_as_in_the_web_application(string target, string image, string part, int exitCode)
    {
        using var data = new TestFolder();
        using var process = Start(data, "targets", ($"RedisPerf__Images__{target}", image));

        var output = await process.StandardOutput.ReadToEndAsync(Ct) + await process.StandardError.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);

        output.ShouldContain(part);
        process.ExitCode.ShouldBe(exitCode);
    }

    [Fact]
    public async Task The_password_of_a_configured_target_can_be_a_setting_or_a_file()
    {
        using var data = new TestFolder();
        var file = Path.Combine(data.Path, "password");
        using var process = Start(
            data,
            "targets",
            ("RedisPerf__Targets__0__Name", "first"),
            ("RedisPerf__Targets__0__Connection", "127.0.0.1:1,password=ab,hunter=2"),
            ("RedisPerf__Targets__1__Name", "second"),
            ("RedisPerf__Targets__1__Connection", "127.0.0.1:1"),
            ("RedisPerf__Targets__1__User", "hunter"),
            ("RedisPerf__Targets__1__PasswordFile", file));

        var output = await process.StandardOutput.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);

        var words = string.Join(' ', output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        words.ShouldContain("PasswordFile");
        output.ShouldNotContain("hunter");
    }

    [Fact]
    public async Task An_invalid_choice_of_cores_is_named_with_its_setting()
    {
        using var data = new TestFolder();
        using var process = Start(data, "run insert --items 60 --runs 1 --target embedded", ("RedisPerf__Pin", "bogus"));

        var error = await process.StandardError.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);

        error.ShouldContain("RedisPerf__Pin");
        process.ExitCode.ShouldBe(2);
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    public async Task Interrupted_run_prints_its_partial_result_and_removes_its_keys(string signal)
    {
        Signals.SkipWhereInterruptsAreIgnored();
        using var data = new TestFolder();
        await using var server = await Redis(data);
        using var process =
            Start(data, $"run insert -s batch --items 8000 --payload-bytes 16384 --runs 50 --warmups 0 --target {server.EndPoint} --format json");
        var output = process.StandardOutput.ReadToEndAsync(Ct);

        // Interrupted after the first run, in the middle of the next one.
        await FirstRunAsync(process);
        var error = process.StandardError.ReadToEndAsync(Ct);
        var start = Stopwatch.GetTimestamp();
        await Signals.SendAsync(signal, process.Id);
        await process.WaitForExitAsync(Ct);

        Stopwatch.GetElapsedTime(start).ShouldBeLessThan(TimeSpan.FromSeconds(8));
        process.ExitCode.ShouldBe(130, await error);
        var document = JsonReport.Read(await output);
        document.State.ShouldBe(JobState.Cancelled);
        document.Cases.SelectMany(result => result.Runs).Count().ShouldBeInRange(1, 10);
        (await KeysAsync(server)).ShouldBe(0);
    }

    [Fact]
    public async Task Interrupted_run_stops_its_server()
    {
        Signals.SkipWhereInterruptsAreIgnored();
        using var data = new TestFolder();
        using var process = Start(data, "run insert -s batch --items 8000 --payload-bytes 16384 --runs 50 --warmups 0 --target embedded");
        var output = process.StandardOutput.ReadToEndAsync(Ct);
        await FirstRunAsync(process);
        var error = process.StandardError.ReadToEndAsync(Ct);

        await Signals.SendAsync("INT", process.Id);
        await process.WaitForExitAsync(Ct);

        process.ExitCode.ShouldBe(130, await error);
        (await output).ShouldContain("batch");
        Directory.GetFileSystemEntries(Path.Combine(data.Path, "servers")).ShouldBeEmpty();
    }

    [Fact]
    public async Task Measures_a_server_with_TLS_and_an_ACL_user()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The certificate is trusted by SSL_CERT_FILE, which only .NET on Linux reads.");
        using var data = new TestFolder();
        await using var server = await Redis(data);
        var certificate = Path.Combine(data.Path, "certificate.pem");
        var port = await EnableTlsAsync(server, certificate, Path.Combine(data.Path, "key.pem"));
        using var process = Start(
            data, "run insert -s batch -s multi-exec-as-published --items 60 --payload-bytes 200 --runs "
                + $"1 --warmups 0 --target localhost:{port},ssl=true,user=writer,password=open-sesame --format json", ("SSL_CERT_FILE", certificate));
        var error = process.StandardError.ReadToEndAsync(Ct);

        var output = await process.StandardOutput.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);

        process.ExitCode.ShouldBe(0, await error);
        var document = JsonReport.Read(output);
        document.Cases.Select(result => result.Strategy).ShouldBe(["batch", "multi-exec-as-published", "floor"], ignoreOrder: true);
        document.Cases.SelectMany(result => result.Runs).Select(run => run.Verified).ShouldBe([true, true, true]);
        document.Environment!.Targets[0].Settings["reached"].ShouldBe("loopback, TLS");
        (output + await error).ShouldNotContain("open-sesame");
    }

    [Fact]
    public async Task The_certificates_of_the_variables_of_the_client_are_used_by_all_connections()
    {
        using var data = new TestFolder();
        await using var server = await Redis(data);
        var (certificate, key) = (Path.Combine(data.Path, "server.crt"), Path.Combine(data.Path, "server.key"));
        var port = await EnableTlsAsync(server, certificate, key);
        var (client, pfx) = (Path.Combine(data.Path, "client.crt"), Path.Combine(data.Path, "client.pfx"));
        using (var clientKey = ECDsa.Create(ECCurve.NamedCurves.nistP256))
        {
            var request = new CertificateRequest("CN=client", clientKey, HashAlgorithmName.SHA256);
            using var own = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
            await File.WriteAllTextAsync(client, own.ExportCertificatePem(), Ct);
            await File.WriteAllBytesAsync(pfx, own.Export(X509ContentType.Pkcs12, "client-secret"), Ct);
        }

        using (var connection = await ConnectionMultiplexer.ConnectAsync($"{server.EndPoint},allowAdmin=true"))
        {
            await connection.GetDatabase().ExecuteAsync("CONFIG", "SET", "tls-ca-cert-file", client, "tls-auth-clients", "yes");
        }

        var run = $"run insert -s batch --items 30 --payload-bytes 200 --runs 1 --warmups 0 --target localhost:{port},ssl=true --format json";
        var issuer = ("SERedis_IssuerCertPath", certificate);

        var with = await RunAsync(issuer, ("SERedis_ClientCertPfxPath", pfx), ("SERedis_ClientCertPassword", "client-secret"));
        var without = await RunAsync(issuer);
        var wrong = await RunAsync(issuer, ("SERedis_ClientCertPfxPath", pfx), ("SERedis_ClientCertPassword", "other"));
        var missing = await RunAsync(issuer, ("SERedis_ClientCertPfxPath", pfx + ".missing"));

        with.Code.ShouldBe(0, with.Error);
        JsonReport.Read(with.Output).Cases.SelectMany(result => result.Runs).ShouldAllBe(run => run.Verified);
        without.Error.ShouldContain("requests a certificate of the client");
        wrong.Error.ShouldContain(
            $"The password of the file {pfx} of SERedis_ClientCertPfxPath is wrong or missing: set SERedis_ClientCertPassword.");
        missing.Error.ShouldContain($"SERedis_ClientCertPfxPath names the file {pfx}.missing, which cannot be read: it does not exist.");
        new[] { without.Code, wrong.Code, missing.Code }.ShouldBe([1, 1, 1]);
        (with.Output + with.Error + wrong.Error).ShouldNotContain("client-secret");

        async Task<(int Code, string Output, string Error)> RunAsync(params (string Name, string Value)[] environment)
        {
            using var process = Start(data, run, environment);
            var error = process.StandardError.ReadToEndAsync(Ct);
            var output = await process.StandardOutput.ReadToEndAsync(Ct);
            await process.WaitForExitAsync(Ct);
            return (process.ExitCode, output, await error);
        }
    }

    /// <summary>Adds a TLS port and the user <c>writer</c>, who has the password <c>open-sesame</c>.</summary>
    private static async Task<int> EnableTlsAsync(TargetServer server, string certificatePath, string keyPath)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        request.CertificateExtensions.Add(names.Build());
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        await File.WriteAllTextAsync(certificatePath, certificate.ExportCertificatePem(), Ct);
        await File.WriteAllTextAsync(keyPath, key.ExportPkcs8PrivateKeyPem(), Ct);

        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();

        using var connection = await ConnectionMultiplexer.ConnectAsync($"{server.EndPoint},allowAdmin=true");
        var database = connection.GetDatabase();
        await database.ExecuteAsync(
            "CONFIG", "SET", "tls-auth-clients", "no", "tls-cert-file", certificatePath, "tls-key-file", keyPath, "tls-port", port);
        await database.ExecuteAsync("ACL", "SETUSER", "writer", "on", ">open-sesame", "~redisperf:*", "&*", "+@all");
        return port;
    }

    private static Process Start(TestFolder data, string line, params (string Name, string Value)[] environment)
    {
        var start = new ProcessStartInfo(FileName, line.Split(' '))
        { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        start.Environment["RedisPerf__Data"] = data.Path;
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }

    /// <summary>The first run of a job is on the second line of its progress, after the expected duration.</summary>
    private static async Task FirstRunAsync(Process process)
    {
        (await process.StandardError.ReadLineAsync(Ct)).ShouldNotBeNull().ShouldStartWith("Expected duration:");
        (await process.StandardError.ReadLineAsync(Ct)).ShouldNotBeNull().ShouldEndWith(" s");
    }

    private static async Task<TargetServer> Redis(TestFolder data)
    {
        var local = LocalTarget.Find(data.Path)[0];
        Assert.SkipUnless(local.IsInstalled, "There is no redis-server or valkey-server on the PATH.");
        return await local.OpenAsync(new(0), Ct);
    }

    private static async Task<long> KeysAsync(TargetServer server)
    {
        using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), Ct);
        return (long)await connection.GetDatabase().ExecuteAsync("DBSIZE");
    }
}

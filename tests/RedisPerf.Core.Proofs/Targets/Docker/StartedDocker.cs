using System.Diagnostics;
using System.Net.NetworkInformation;
using Docker.DotNet;
using Docker.DotNet.Models;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Docker;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Proofs.Targets.Docker;

/// <summary>A Docker engine of the tests' own, with its own socket, data folder and network, and one image that behaves like the official
/// redis:7.4 and valkey/valkey:9. The image is made from Debian's packages, because not every machine can pull. Where no engine can be
/// started, the tests are skipped with the reason.</summary>
public sealed class StartedDocker : IAsyncLifetime
{
    // A separate bridge: docker0 may belong to the machine's engine or to another test run.
    private readonly string _bridge = $"rptest{Random.Shared.Next():x8}";
    private readonly string _folder = Directory.CreateTempSubdirectory("redisperf-docker-").FullName;
    private Process? _engine;
    private string? _missing;

    /// <summary>Its API.</summary>
    internal DockerApi Api => new(new Uri($"unix://{Socket}"));

    /// <summary>The path of its socket.</summary>
    internal string Socket => Path.Combine(_folder, "docker.sock");

    public async ValueTask InitializeAsync()
    {
        string[] needed = ["dockerd", "debootstrap", "setsid", "ip", "tar"];
        _missing = !OperatingSystem.IsLinux() ? "A Docker engine can be started only on Linux."
            : Environment.UserName != "root" ? "Only root can start a Docker engine."
            : needed.FirstOrDefault(program => SearchPath.Find(program) is null) is { } absent
            ? $"There is no {absent} on the PATH; apt-get install docker.io debootstrap iproute2 brings what is needed."
            : null;
        if (_missing is not null)
        {
            return;
        }

        // Made while the engine starts, unless the folder that the variable names already has it: .ci/run makes it once for all test projects.
        var given = Environment.GetEnvironmentVariable("REDISPERF_TEST_ROOT");
        var root = Directory.Exists(given) ? given : Path.Combine(_folder, "root");
        var making = root == given ? Task.FromResult<string?>(null)
            : RunAsync(TimeSpan.FromMinutes(5), "debootstrap", "--variant=minbase", "--include=redis-server,valkey-server", "stable", root);
        _missing = await StartAsync() ?? await making ?? await ImportAsync(root);
    }

    public void SkipUnlessThere() => Assert.SkipUnless(_missing is null, $"There is no Docker engine to test with. {_missing}");

    /// <summary>A predefined Docker target on this engine, by its name.</summary>
    internal DockerTarget Target(string name)
    {
        SkipUnlessThere();
        return DockerTarget.All(Api).Single(target => target.Name == name);
    }

    /// <summary>Runs one call of the engine's API.</summary>
    internal Task<T> CallAsync<T>(Func<DockerClient, CancellationToken, Task<T>> call) =>
        Api.CallAsync(TimeSpan.FromSeconds(30), call, TestContext.Current.CancellationToken);

    /// <inheritdoc cref="CallAsync{T}"/>
    internal Task CallAsync(Func<DockerClient, CancellationToken, Task> call) =>
        Api.CallAsync(TimeSpan.FromSeconds(30), call, TestContext.Current.CancellationToken);

    /// <summary>The names of the containers that RedisPerf started, running or not.</summary>
    internal async Task<string[]> OwnContainersAsync() =>
        [.. (await ContainersAsync()).Where(name => name.StartsWith("redisperf-", StringComparison.Ordinal))];

    /// <summary>The names of all containers, running or not.</summary>
    internal async Task<string[]> ContainersAsync() =>
        [.. (await CallAsync((client, ct) => client.Containers.ListContainersAsync(new() { All = true }, ct)))
            .SelectMany(container => container.Names!)
            .Select(name => name.TrimStart('/'))];

    public async ValueTask DisposeAsync()
    {
        if (_engine is not null)
        {
            await RunAsync(TimeSpan.FromSeconds(5), "kill", "-TERM", $"{_engine.Id}");
            await _engine.WaitForExitAsync(CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(30))
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            _engine.Dispose();
            await RunAsync(TimeSpan.FromSeconds(5), "ip", "link", "delete", _bridge);
        }

        // Debian's packages bring devices and links, for which the framework has no eye.
        if (OperatingSystem.IsLinux())
        {
            await RunAsync(TimeSpan.FromMinutes(1), "rm", "-rf", "--one-file-system", _folder);
        }
        else
        {
            Directory.Delete(_folder, recursive: true);
        }
    }

    // Null when it replies. It changes no firewall rule and no route, and pulls go to a closed port.
    private async Task<string?> StartAsync()
    {
        var trouble = await RunAsync(TimeSpan.FromSeconds(5), "ip", "link", "add", _bridge, "type", "bridge")
            ?? await RunAsync(TimeSpan.FromSeconds(5), "ip", "address", "add", FreeNetwork(), "dev", _bridge);
        if (trouble is not null)
        {
            return trouble;
        }

        string[] arguments =
        [
            "dockerd", "--host", $"unix://{_folder}/docker.sock", "--data-root", $"{_folder}/data", "--exec-root", $"{_folder}/exec",
            "--pidfile", $"{_folder}/pid",
            "--storage-driver", "overlay2", "--iptables=false", "--ip6tables=false", "--ip-forward=false", "--ip-masq=false", "--bridge", _bridge,
        ];
        var start = new ProcessStartInfo("setsid", ["/bin/sh", "-c", ServerStartInfo.Wrapper, "sh", .. arguments])
        { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment["HTTP_PROXY"] = start.Environment["HTTPS_PROXY"] = "http://127.0.0.1:1";
        start.Environment["NO_PROXY"] = "127.0.0.1";
        _engine = Process.Start(start)!;
        var last = "";
        _engine.ErrorDataReceived += (_, line) => last = line.Data ?? last;
        _engine.BeginErrorReadLine();
        _engine.BeginOutputReadLine();
        for (var begun = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(begun) < TimeSpan.FromSeconds(30) && !_engine.HasExited;)
        {
            try
            {
                await Api.CallAsync(TimeSpan.FromSeconds(1), (client, ct) => client.System.PingAsync(ct), CancellationToken.None);
                return null;
            }
            catch (TargetException)
            {
                await Task.Delay(100);
            }
        }

        return $"dockerd did not start: {last}";
    }

    // One of 4096 networks of 14 addresses: two engines with the same one would reach each other's containers.
    private static string FreeNetwork()
    {
        var used = NetworkInterface.GetAllNetworkInterfaces().SelectMany(network => network.GetIPProperties().UnicastAddresses)
            .Select(address => $"{address.Address}").ToHashSet();
        return Enumerable.Repeat(0, 100).Select(_ => $"172.29.{Random.Shared.Next(256)}.{(Random.Shared.Next(16) * 16) + 1}").First(address =>
            !used.Contains(address)) + "/28";
    }

    // Null when it worked.
    private async Task<string?> ImportAsync(string root)
    {
        using var tar = Process.Start(
            new ProcessStartInfo("tar", ["-C", root, "--exclude=./var/cache/apt", "--exclude=./var/lib/apt/lists", "-c", "."])
            { RedirectStandardOutput = true })!;
        try
        {
            return await Api.CallAsync(
                TimeSpan.FromMinutes(1),
                async (client, ct) =>
                {
                    var failure = new ImportFailure();
                    await client.Images.CreateImageAsync(
                        new() { FromSrc = "-", Repo = "redis", Tag = "7.4" }, tar.StandardOutput.BaseStream, null, failure, ct);
                    await client.Images.TagImageAsync("redis:7.4", new() { RepositoryName = "valkey/valkey", Tag = "9" }, ct);
                    return failure.Message;
                },
                CancellationToken.None);
        }
        catch (TargetException e)
        {
            return e.Reason.ToText();
        }
    }

    private static async Task<string?> RunAsync(TimeSpan limit, params string[] command)
    {
        using var process = Process.Start(
            new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        var output = process.StandardOutput.ReadToEndAsync();
        var trouble = process.StandardError.ReadToEndAsync();
        try
        {
            await process.WaitForExitAsync().WaitAsync(limit);
            return process.ExitCode == 0 ? null : $"{command[0]} failed: {(await trouble + await output).Trim().Split('\n')[^1]}";
        }
        catch (TimeoutException)
        {
            process.Kill(entireProcessTree: true);
            return $"{command[0]} did not end within {limit.TotalMinutes:0} minutes.";
        }
    }

    private sealed class ImportFailure : IProgress<JSONMessage>
    {
        public string? Message { get; private set; }

        public void Report(JSONMessage value) => Message ??= value.Error?.Message;
    }
}

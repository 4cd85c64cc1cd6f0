using System.Diagnostics;
using System.Text;
using System.Text.Json.Nodes;
using RedisPerf.Cli.Proofs.Packaging;
using RedisPerf.Cli.Tests;

namespace RedisPerf.Cli.Proofs.Windows;

/// <summary>The programs that <c>.ci/run</c> published for win-x64, and a Wine prefix in which they run.</summary>
public sealed class WindowsPrograms : IAsyncLifetime
{
    private const string FolderVariable = "REDISPERF_TEST_WINDOWS";

    private readonly string? _published = Environment.GetEnvironmentVariable(FolderVariable);
    private readonly TestFolder _data = new();

    private Dictionary<string, string?> Variables => new()
    {
        ["WINEPREFIX"] = Path.Combine(_data.Path, "wine"),
        ["WINEDEBUG"] = "-all",
        ["RedisPerf__Data"] = PathOf(Path.Combine(_data.Path, "data")),
    };

    /// <summary>A folder for files of the tests.</summary>
    public string Folder => _data.Path;

    /// <summary>The path of a file of this machine in a Windows program.</summary>
    public static string PathOf(string file) => "Z:" + file.Replace('/', '\\');

    public async ValueTask InitializeAsync()
    {
        if (_published is null || !OperatingSystem.IsLinux())
        {
            return;
        }

        foreach (var file in Directory.EnumerateFiles(_published, "RedisPerf.Worker.runtimeconfig.json", SearchOption.AllDirectories))
        {
            // Wine 8.0 ends a process in which .NET 10 finalizes a dynamic method.
            var settings = JsonNode.Parse(await File.ReadAllTextAsync(file))!;
            settings["runtimeOptions"]!["configProperties"]!["System.Runtime.CompilerServices.RuntimeFeature.IsDynamicCodeSupported"] = false;
            await File.WriteAllTextAsync(file, settings.ToJsonString());
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (Directory.Exists(Path.Combine(_data.Path, "wine")))
        {
            // Ends the processes of this prefix only.
            await ShellCommand.RunAsync("wineserver", ["-k"], _data.Path, Variables, CancellationToken.None);
            await ShellCommand.RunAsync("wineserver", ["-w"], _data.Path, Variables, CancellationToken.None);
        }

        _data.Dispose();
    }

    /// <summary>Runs <c>redisperf.exe</c> to its end, with its output read as UTF-8.</summary>
    internal async Task<Outcome> RunAsync(params string[] arguments)
    {
        using var process = Start("cli/redisperf.exe", arguments);
        var error = process.StandardError.ReadToEndAsync(Ct);
        var output = await process.StandardOutput.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);
        return new(process.ExitCode, output, await error);
    }

    /// <summary>Starts a published program. The output is strict UTF-8: other bytes are an exception of the reader.</summary>
    public Process Start(string program, IEnumerable<string> arguments, params (string Name, string Value)[] variables)
    {
        ShellCommand.SkipWithout("wine");
        Assert.SkipWhen(_published is null, $"{FolderVariable} is not set to a folder with the programs published for win-x64 (.ci/run shows how).");
        var utf8 = new UTF8Encoding(false, throwOnInvalidBytes: true);
        var start = new ProcessStartInfo("wine", [Path.Combine(_published, program), .. arguments])
        {
            WorkingDirectory = _data.Path,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = utf8,
            StandardErrorEncoding = utf8,
        };
        foreach (var (name, value) in Variables)
        {
            start.Environment[name] = value;
        }

        foreach (var (name, value) in variables)
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }
}

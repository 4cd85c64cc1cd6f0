using System.Runtime.InteropServices;
using RedisPerf.Cli.Tests;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>The packages of RedisPerf and its installed tool. The build of a copy of the source does not affect other builds of the
/// repository, and the copy is deleted, so that nothing uses it.</summary>
[CollectionDefinition(nameof(PackedSource))]
public sealed class PackedSource : ICollectionFixture<PackedSource>, IDisposable
{
    /// <summary>The arguments of the action.</summary>
    public const string Small = "insert -s batch --items 60 --payload-bytes 200 --runs 1 --warmups 0 --target embedded";

    private readonly TestFolder _repository = new();
    private readonly TestFolder _machine = new();
    private ActionRun? _action;

    /// <summary>The folder of the packages.</summary>
    public string Folder => Path.Combine(_machine.Path, "temporary", "redisperf-packages");

    /// <summary>The program of the installed tool.</summary>
    public string Tool => Path.Combine(_machine.Path, "temporary", "redisperf", "redisperf");

    public void Dispose()
    {
        _repository.Dispose();
        _machine.Dispose();
    }

    /// <summary>The run of the action that packed and installed the tool. The first call runs it, and packs the other packages.</summary>
    internal async Task<ActionRun> GetActionAsync(CancellationToken ct)
    {
        ShellCommand.SkipWithout("bash");
        Assert.SkipUnless(Directory.Exists(Path.Combine(AppContext.BaseDirectory, "garnet")),
            $"Garnet {EmbeddedTarget.Version} does not support {RuntimeInformation.RuntimeIdentifier}.");
        return _action ??= await PackAsync(ct);
    }

    private async Task<ActionRun> PackAsync(CancellationToken ct)
    {
        SourceCopy.WriteTo(_repository.Path);
        // The build of the tests has restored all packages.
        await File.WriteAllTextAsync(
            Path.Combine(_repository.Path, "nuget.config"), "<configuration><packageSources><clear /></packageSources></configuration>", ct);
        var action = new ActionRun(_machine.Path, ("run", Small)) { ActionPath = _repository.Path };
        var code = await action.RunAsync(ct);
        foreach (var project in (string[])["src/RedisPerf.Abstractions", "src/RedisPerf.StackExchange", "templates"])
        {
            await DotnetAsync(["pack", project, "-p:RunAnalyzers=false", "-o", Folder], ct);
        }

        await DotnetAsync(["build-server", "shutdown", "--vbcscompiler"], ct);
        code.ShouldBe(0, action.Log);
        Directory.Delete(Path.Combine(_repository.Path, "src"), recursive: true);
        return action;
    }

    private async Task DotnetAsync(string[] arguments, CancellationToken ct)
    {
        var variables = new Dictionary<string, string?> { ["MSBUILDDISABLENODEREUSE"] = "1", ["UseSharedCompilation"] = "true" };
        var outcome = await ShellCommand.RunAsync("dotnet", arguments, _repository.Path, variables, ct);
        outcome.ExitCode.ShouldBe(0, outcome.Output);
    }
}

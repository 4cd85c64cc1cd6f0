using System.IO.Compression;
using System.Runtime.InteropServices;
using RedisPerf.Cli.Tests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>The command line as a .NET tool.</summary>
[Collection(nameof(PackedSource))]
public sealed class ToolTests(PackedSource packed) : IDisposable
{
    private readonly TestFolder _machine = new();

    private static string Platform =>
        $"{(OperatingSystem.IsMacOS() ? "osx" : "linux")}-{RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant()}";

    public void Dispose() => _machine.Dispose();

    [Fact]
    public async Task Action_packs_and_installs_the_tool_which_needs_no_repository()
    {
        var action = await packed.GetActionAsync(Ct);

        action.Summary.ShouldContain("| floor (reference) |");
        await CheckPackageAsync();
        await CheckToolAsync();
    }

    // It has the files of its platform only.
    private async Task CheckPackageAsync()
    {
        var file = Directory.GetFiles(packed.Folder, $"RedisPerf.Cli.{Platform}.*").ShouldHaveSingleItem();
        await using var package = await ZipFile.OpenReadAsync(file, Ct);
        package.Entries.ShouldNotContain(entry => entry.FullName.Contains("/runtimes/", StringComparison.Ordinal));
        package.Entries.Select(entry => entry.Name).ShouldContain("LICENSE");
        package.Entries.Select(entry => entry.Name).ShouldContain("THIRD-PARTY-NOTICES.md");
        var specification = package.Entries.Single(entry => entry.Name.EndsWith(".nuspec", StringComparison.Ordinal));
        using var reader = new StreamReader(await specification.OpenAsync(Ct));
        var metadata = await reader.ReadToEndAsync(Ct);
        metadata.ShouldContain("<license type=\"expression\">MIT</license>");
        metadata.ShouldContain("<readme>README.md</readme>");
        package.Entries.Sum(entry => entry.CompressedLength).ShouldBeInRange(10_000_000, 50_000_000);
    }

    private async Task CheckToolAsync()
    {
        var home = Directory.CreateDirectory(Path.Combine(_machine.Path, "home")).FullName;
        var variables = new Dictionary<string, string?> { ["HOME"] = home, ["RedisPerf__Data"] = null, ["XDG_DATA_HOME"] = null };

        var line = $"run {PackedSource.Small} --client 2.13.17 --client 3.4.35 --format json";
        var run = await ShellCommand.RunAsync(packed.Tool, line.Split(' '), home, variables, Ct);
        run.ExitCode.ShouldBe(0, run.Error);
        var document = JsonReport.Read(run.Output);
        document.Cases.Select(@case => (@case.Strategy, @case.Client))
            .ShouldBe([("batch", "2.13.17"), ("batch", "3.4.35"), ("floor", "2.13.17"), ("floor", "3.4.35")]);
        document.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.State == RunState.Ok && run.Verified);

        var added = await ShellCommand.RunAsync(packed.Tool, ["clients", "add", "2.8.0"], home, variables, Ct);
        added.ExitCode.ShouldBe(2);
        added.Error.ShouldContain("Start redisperf in a clone of its repository");
    }
}

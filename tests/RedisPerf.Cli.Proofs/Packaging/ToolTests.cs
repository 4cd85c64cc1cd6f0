using System.IO.Compression;
using System.Runtime.InteropServices;
using RedisPerf.Cli.Tests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>The command line as a .NET tool. The build of a copy of the source does not affect other builds of the repository.</summary>
public sealed class ToolTests : IDisposable
{
    private const string Small = "insert -s batch --items 60 --payload-bytes 200 --runs 1 --warmups 0 --target embedded";

    private readonly TestFolder _repository = new();
    private readonly TestFolder _machine = new();

    private static string Platform =>
        $"{(OperatingSystem.IsMacOS() ? "osx" : "linux")}-{RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant()}";

    public void Dispose()
    {
        _repository.Dispose();
        _machine.Dispose();
    }

    [Fact]
    public async Task Action_packs_and_installs_the_tool_which_needs_no_repository()
    {
        ShellCommand.SkipWithout("bash");
        Assert.SkipUnless(Directory.Exists(Path.Combine(AppContext.BaseDirectory, "garnet")),
            $"Garnet {EmbeddedTarget.Version} does not support {RuntimeInformation.RuntimeIdentifier}.");
        SourceCopy.WriteTo(_repository.Path);
        // The build of the tests has restored all packages.
        await File.WriteAllTextAsync(
            Path.Combine(_repository.Path, "nuget.config"), "<configuration><packageSources><clear /></packageSources></configuration>", Ct);
        var action = new ActionRun(_machine.Path, ("run", Small)) { ActionPath = _repository.Path };

        var code = await action.RunAsync(Ct);
        await ShellCommand.RunAsync(
            "dotnet", ["build-server", "shutdown", "--vbcscompiler"], _repository.Path, new Dictionary<string, string?>(), Ct);

        code.ShouldBe(0, action.Log);
        action.Summary.ShouldContain("| floor (reference) |");
        await CheckPackageAsync(Path.Combine(action.Temporary, "redisperf-packages"));
        Directory.Delete(Path.Combine(_repository.Path, "src"), recursive: true);
        await CheckToolAsync(Path.Combine(action.Temporary, "redisperf", "redisperf"));
    }

    // It has the files of its platform only.
    private static async Task CheckPackageAsync(string packages)
    {
        await using var package = await ZipFile.OpenReadAsync(Directory.GetFiles(packages, $"RedisPerf.Cli.{Platform}.*").ShouldHaveSingleItem(), Ct);
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

    private async Task CheckToolAsync(string program)
    {
        var home = Directory.CreateDirectory(Path.Combine(_machine.Path, "home")).FullName;
        var variables = new Dictionary<string, string?> { ["HOME"] = home, ["RedisPerf__Data"] = null, ["XDG_DATA_HOME"] = null };

        var run = await ShellCommand.RunAsync(program, $"run {Small} --client 2.13.17 --client 3.4.35 --format json".Split(' '), home, variables, Ct);
        run.ExitCode.ShouldBe(0, run.Error);
        var document = JsonReport.Read(run.Output);
        document.Cases.Select(@case => (@case.Strategy, @case.Client))
            .ShouldBe([("batch", "2.13.17"), ("batch", "3.4.35"), ("floor", "2.13.17"), ("floor", "3.4.35")]);
        document.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.State == RunState.Ok && run.Verified);

        var added = await ShellCommand.RunAsync(program, ["clients", "add", "2.8.0"], home, variables, Ct);
        added.ExitCode.ShouldBe(2);
        added.Error.ShouldContain("Start redisperf in a clone of its repository");
    }
}

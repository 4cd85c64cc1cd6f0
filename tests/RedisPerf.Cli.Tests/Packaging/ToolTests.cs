using System.IO.Compression;
using System.Runtime.InteropServices;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Tests.Packaging;

/// <summary>The .NET tool and the action's build, from a copy of the source, so that no other build of the repository is affected.</summary>
public sealed class ToolTests(ToolTests.Source source) : IClassFixture<ToolTests.Source>
{
    private const string Small = "run insert -s batch --items 60 --payload-bytes 200 --runs 1 --warmups 0 --target embedded";

    // Build processes that stay would keep the copy in use.
    private static readonly Dictionary<string, string?> BuildVariables = new() { ["MSBUILDDISABLENODEREUSE"] = "1" };

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    private static string Platform => $"{(OperatingSystem.IsWindows() ? "win" : OperatingSystem.IsMacOS() ? "osx" : "linux")}-{RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant()}";

    [Fact]
    public async Task Installed_tool_measures_on_the_embedded_server_without_the_repository()
    {
        SkipWithoutEmbeddedServer();
        using var machine = new TestFolder();
        var (packages, tools) = (Path.Combine(source.Path, "packages"), Path.Combine(machine.Path, "tools"));
        var home = Directory.CreateDirectory(Path.Combine(machine.Path, "home")).FullName;
        var variables = new Dictionary<string, string?> { ["HOME"] = home, ["DOTNET_CLI_HOME"] = home, ["RedisPerf__Data"] = null, ["XDG_DATA_HOME"] = null };

        await RunAsync("dotnet", source.Path, BuildVariables, "pack", "src/RedisPerf.Cli", "-o", packages, $"-p:ToolPackageRuntimeIdentifiers={Platform}", "-p:RunAnalyzers=false");
        await RunAsync("dotnet", source.Path, variables, "tool", "install", "RedisPerf.Cli", "--tool-path", tools, "--add-source", packages);
        var program = Path.Combine(tools, "redisperf");
        var output = (await RunAsync(program, home, variables, $"{Small} --client 2.13.17 --client 3.4.35 --format json".Split(' '))).Output;

        var document = JsonReport.Read(output);
        document.State.ShouldBe(JobState.Completed);
        document.Cases.Select(@case => (@case.Strategy, @case.Client)).ShouldBe([("batch", "2.13.17"), ("batch", "3.4.35"), ("floor", "2.13.17"), ("floor", "3.4.35")]);
        document.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.State == RunState.Ok && run.Verified);

        var added = await ShellCommand.RunAsync(program, ["clients", "add", "2.8.0"], home, variables, Ct);
        added.ExitCode.ShouldBe(2);
        added.Error.ShouldContain("Start redisperf in a clone of its repository");

        // Only the files of this platform are in the package.
        await using var package = await ZipFile.OpenReadAsync(Directory.GetFiles(packages, $"RedisPerf.Cli.{Platform}.*").Single(), Ct);
        package.Entries.ShouldNotContain(entry => entry.FullName.Contains("/runtimes/", StringComparison.Ordinal) || entry.FullName.EndsWith(".xml", StringComparison.Ordinal) && entry.Name != "DotnetToolSettings.xml" && entry.FullName.StartsWith("tools/", StringComparison.Ordinal));
        package.Entries.Sum(entry => entry.CompressedLength).ShouldBeLessThan(60_000_000);
    }

    [Fact]
    public async Task Action_builds_the_program_of_its_repository()
    {
        SkipWithoutEmbeddedServer();
        ShellCommand.SkipWithout("bash");
        using var machine = new TestFolder();
        var action = new ActionRun(machine.Path, ("run", Small["run ".Length..])) { ActionPath = source.Path };

        (await action.RunAsync(Ct)).ShouldBe(0, action.Log);

        action.Outputs["verdict"].ShouldBe("no-base");
        action.Summary.ShouldContain("| floor (reference) |");
    }

    private static async Task<Outcome> RunAsync(string program, string folder, Dictionary<string, string?> variables, params string[] arguments)
    {
        var outcome = await ShellCommand.RunAsync(program, arguments, folder, variables, Ct);
        outcome.ExitCode.ShouldBe(0, $"{program} {string.Join(' ', arguments)}\n{outcome.Output}\n{outcome.Error}");
        return outcome;
    }

    private static void SkipWithoutEmbeddedServer()
    {
        var program = Path.Combine(AppContext.BaseDirectory, "garnet", OperatingSystem.IsWindows() ? "GarnetServer.exe" : "GarnetServer");
        Assert.SkipUnless(File.Exists(program), $"Garnet {EmbeddedTarget.Version} does not run on {Platform}.");
    }

    /// <summary>A copy of the source that is built with the packages of this machine only.</summary>
    public sealed class Source : IDisposable
    {
        private readonly TestFolder _folder = new();

        public Source()
        {
            Repository.CopySourceTo(Path);
            File.WriteAllText(System.IO.Path.Combine(Path, "nuget.config"), """
                <configuration>
                  <packageSources><clear /></packageSources>
                </configuration>
                """);
        }

        public string Path => _folder.Path;

        public void Dispose() => _folder.Dispose();
    }
}

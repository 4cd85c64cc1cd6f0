using System.IO.Compression;
using System.Security.Cryptography;
using RedisPerf.Cli.Tests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>The packages for a user's own strategies, on a machine without the repository: with another folder of packages, and their
/// dependencies from the sources of this machine.</summary>
[Collection(nameof(PackedSource))]
public sealed class StrategyPackageTests : IDisposable
{
    private const string Template = "redisperf-strategies";

    private readonly PackedSource _packed;
    private readonly TestFolder _machine = new();
    private readonly Dictionary<string, string?> _variables;

    public StrategyPackageTests(PackedSource packed)
    {
        _packed = packed;
        _variables = new()
        {
            ["NUGET_PACKAGES"] = Path.Combine(_machine.Path, "packages"),
            ["RedisPerf__Data"] = Path.Combine(_machine.Path, "data"),
            ["MSBUILDDISABLENODEREUSE"] = "1",
            ["UseSharedCompilation"] = "false",
            ["CI"] = null,
        };
    }

    public void Dispose() => _machine.Dispose();

    [Theory]
    [InlineData("RedisPerf.Abstractions", "lib/net10.0/RedisPerf.Abstractions.dll", "lib/net10.0/RedisPerf.Abstractions.xml", "README.md")]
    [InlineData("RedisPerf.StackExchange", "lib/net10.0/RedisPerf.StackExchange.dll", "lib/net10.0/RedisPerf.StackExchange.xml", "README.md")]
    [InlineData("RedisPerf.Templates", $"content/{Template}/.template.config/template.json", $"content/{Template}/DeflateWriter.cs",
        $"content/{Template}/MyStrategies.csproj", $"content/{Template}/Writer.cs", "README.md")]
    public async Task A_package_contains_its_files_and_its_license(string name, params string[] files)
    {
        await _packed.GetActionAsync(Ct);

        await using var package = await ZipFile.OpenReadAsync(FileOf(name), Ct);
        var specification = await TextAsync(package.GetEntry($"{name}.nuspec")!);

        package.Entries.Select(entry => entry.FullName).Where(entry => entry.Contains('/', StringComparison.Ordinal) || entry == "README.md")
            .Where(entry => !entry.StartsWith("_rels/", StringComparison.Ordinal) && !entry.StartsWith("package/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal).ShouldBe(files.Order(StringComparer.Ordinal));
        specification.ShouldContain("<license type=\"expression\">MIT</license>");
        specification.ShouldContain("<readme>README.md</readme>");
        // A user's program may have a later client.
        specification.ShouldNotContain("version=\"[");
    }

    [Fact]
    public async Task The_sample_is_built_from_packages_and_measured()
    {
        await UsePackagesAsync();
        var folder = Directory.CreateDirectory(Path.Combine(_machine.Path, "MyStrategies")).FullName;
        foreach (var file in Directory.EnumerateFiles(Path.Combine(Repository.Root, "samples", "MyStrategies")))
        {
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
        }

        await DotnetAsync(folder, "build");
        var line = "run insert --strategies bin/Debug/net10.0/MyStrategies.dll -s mystrategies/writer -s mystrategies/deflate -s batch "
            + "--items 300 --payload-bytes 400 --runs 2 --warmups 0 --target embedded --format json";
        var run = await ShellCommand.RunAsync(_packed.Tool, line.Split(' '), folder, _variables, Ct);

        run.ExitCode.ShouldBe(0, run.Error);
        var document = JsonReport.Read(run.Output);
        document.Cases.Select(@case => @case.Strategy)
            .ShouldBe(["batch", "floor", "mystrategies/deflate", "mystrategies/writer"], ignoreOrder: true);
        document.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.State == RunState.Ok && run.Verified);
        var assembly = await File.ReadAllBytesAsync(Path.Combine(folder, "bin", "Debug", "net10.0", "MyStrategies.dll"), Ct);
        var build = document.Environment!.Plugins.ShouldHaveSingleItem();
        (build.Name, build.Sha256).ShouldBe(("mystrategies", Convert.ToHexStringLower(SHA256.HashData(assembly))));
        build.Version.ShouldNotBeNull().ShouldStartWith("1.0.0");
    }

    [Fact]
    public async Task Client_versions_are_compared_with_the_programs_of_reports()
    {
        await UsePackagesAsync();
        var folder = Directory.CreateDirectory(Path.Combine(_machine.Path, "ClientReports")).FullName;
        foreach (var file in Directory.EnumerateFiles(Path.Combine(Repository.Root, "samples", "ClientReports")))
        {
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
        }

        string[] versions = ["2.13.17", "3.4.35"];
        foreach (var version in versions)
        {
            await DotnetAsync(folder, "build", $"-p:ClientVersion={version}");
        }

        var line = $"run custom {string.Join(' ', versions.Select(version => $"--strategies bin/{version}/ClientReports.dll"))} "
            + "--keys 300 --threads 3 --callers 5 --runs 2 --warmups 0 --target embedded --format json";
        var run = await ShellCommand.RunAsync(_packed.Tool, line.Split(' '), folder, _variables, Ct);

        run.ExitCode.ShouldBe(0, run.Error);
        var document = JsonReport.Read(run.Output);
        document.Cases.Count(@case => @case.Strategy != "reference").ShouldBe(2 * 5);
        document.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.State == RunState.Ok && run.Verified);
        // Each with its own version as the baseline of its work.
        document.Cases.Where(@case => @case.Strategy.StartsWith("v3.4.35/", StringComparison.Ordinal))
            .ShouldAllBe(@case => @case.Summary!.Ratio!.Baseline == @case.Strategy.Replace("v3.4.35", "v2.13.17", StringComparison.Ordinal));
    }

    // The name of the project is not a name in C#.
    [Fact]
    public async Task A_project_of_the_template_measures_its_strategies_with_dotnet_run()
    {
        await UsePackagesAsync();
        var hive = Path.Combine(_machine.Path, "hive");
        await DotnetAsync(_machine.Path, "new", "install", FileOf("RedisPerf.Templates"), "--debug:custom-hive", hive);
        await DotnetAsync(_machine.Path, "new", Template, "-n", "Own-Writers", "--debug:custom-hive", hive);
        var folder = Path.Combine(_machine.Path, "Own-Writers");

        var saved = Path.Combine(folder, "job.json");
        await DotnetAsync(folder, "run", "--", "--runs", "1", "--warmups", "0", "--save", saved);
        var document = JsonReport.Read(await File.ReadAllTextAsync(saved, Ct));
        document.Cases.Select(@case => @case.Strategy)
            .ShouldBe(["batch", "floor", "own_writers/deflate", "own_writers/writer"], ignoreOrder: true);
        document.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.State == RunState.Ok && run.Verified && run.Operations == 3_000);

        var help = await DotnetAsync(folder, "run", "--no-build", "-p:MeasureArguments=--help");
        help.Output.ShouldContain("--strategies <file>");
    }

    private static async Task<string> TextAsync(ZipArchiveEntry entry)
    {
        using var reader = new StreamReader(await entry.OpenAsync(Ct));
        return await reader.ReadToEndAsync(Ct);
    }

    private string FileOf(string package) => Directory.GetFiles(_packed.Folder, $"{package}.*.nupkg").ShouldHaveSingleItem();

    private async Task UsePackagesAsync()
    {
        await _packed.GetActionAsync(Ct);
        await File.WriteAllTextAsync(Path.Combine(_machine.Path, "nuget.config"),
            $"<configuration><packageSources><add key=\"redisperf\" value=\"{_packed.Folder}\" /></packageSources></configuration>", Ct);
    }

    private async Task<Outcome> DotnetAsync(string folder, params string[] arguments)
    {
        var outcome = await ShellCommand.RunAsync("dotnet", arguments, folder, _variables, Ct);
        outcome.ExitCode.ShouldBe(0, outcome.Output + outcome.Error);
        return outcome;
    }
}

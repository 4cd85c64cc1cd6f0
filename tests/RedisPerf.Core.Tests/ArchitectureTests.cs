using System.Text.RegularExpressions;
using RedisPerf.Core.Measuring;

namespace RedisPerf.Core.Tests;

/// <summary>Who may know whom.</summary>
public partial class ArchitectureTests
{
    /// <summary>The folder of the repository.</summary>
    internal static readonly string Root = FindRoot();

    [Fact]
    public void Core_knows_nobody() =>
        typeof(Runner).Assembly.GetReferencedAssemblies().Select(assembly => assembly.Name!).ShouldAllBe(name => !name.StartsWith("RedisPerf", StringComparison.Ordinal));

    [Theory]
    [InlineData("RedisPerf.Core")]
    [InlineData("RedisPerf.Micro", "RedisPerf.Core")]
    [InlineData("RedisPerf.Ledger", "RedisPerf.Core")]
    [InlineData("RedisPerf.Cli", "RedisPerf.Core", "RedisPerf.Ledger")]
    [InlineData("RedisPerf.Web", "RedisPerf.Core", "RedisPerf.Ledger")]
    public void A_project_refers_to_those_below_it(string project, params string[] below)
    {
        var file = File.ReadAllText(Path.Combine(Root, "src", project, project + ".csproj"));

        ProjectReference().Matches(file).Select(match => match.Groups["name"].Value).ShouldBeSubsetOf(below);
    }

    [Fact]
    public void The_runner_names_no_benchmark()
    {
        var benchmarks = Directory.GetDirectories(Path.Combine(Root, "src", "RedisPerf.Core", "Benchmarks")).Select(Path.GetFileName).ToArray();
        benchmarks.ShouldContain("Insert");

        foreach (var (path, text) in Sources("RedisPerf.Core/Measuring"))
        {
            benchmarks.ShouldAllBe(name => !Regex.IsMatch(text, $@"\bBenchmarks\.{name}\b|""{name}""", RegexOptions.IgnoreCase), path);
        }
    }

    [Fact]
    public void Only_the_background_folder_refers_to_hangfire()
    {
        var users = Sources("").Where(source => source.Text.Contains("Hangfire", StringComparison.Ordinal)).ToArray();
        users.ShouldContain(source => source.Path == "RedisPerf.Web/Background/BackgroundServices.cs");

        var elsewhere = users.Where(source => !source.Path.StartsWith("RedisPerf.Web/Background/", StringComparison.Ordinal));

        elsewhere.Select(source => source.Path).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("Testcontainers")]
    [InlineData("Docker.DotNet")]
    public void Only_the_container_targets_use_the_container_library(string name)
    {
        var users = Sources("").Where(source => source.Text.Contains(name, StringComparison.Ordinal)).Select(source => source.Path).ToArray();

        users.ShouldNotBeEmpty();
        users.ShouldAllBe(path => path.StartsWith("RedisPerf.Core/Targets/Docker/", StringComparison.Ordinal));
    }

    private static IEnumerable<(string Path, string Text)> Sources(string folder)
    {
        var src = Path.Combine(Root, "src");
        return
            from file in Directory.EnumerateFiles(Path.Combine(src, folder), "*.cs*", SearchOption.AllDirectories)
            let path = Path.GetRelativePath(src, file).Replace('\\', '/')
            where Path.GetExtension(path) is ".cs" or ".cshtml" && !path.Split('/').Any(part => part is "obj" or "bin" or "node_modules")
            select (path, File.ReadAllText(file));
    }

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "RedisPerf.sln")))
            {
                return folder.FullName;
            }
        }

        throw new InvalidOperationException("These tests read the sources: run them where they were built.");
    }

    [GeneratedRegex("""<ProjectReference Include="[^"]*[\\/](?<name>[^\\/"]+)\.csproj""")]
    private static partial Regex ProjectReference();
}

using System.Text.RegularExpressions;

namespace RedisPerf.Core.Tests;

/// <summary>The dependencies between projects, folders and libraries.</summary>
public partial class ArchitectureTests
{
    [Fact]
    public void The_contract_of_a_strategy_refers_to_the_framework_only() =>
        typeof(RedisPerf.Abstractions.RunContext).Assembly.GetReferencedAssemblies().Select(assembly => assembly.Name!)
            .ShouldAllBe(name => name.StartsWith("System.", StringComparison.Ordinal));

    [Theory]
    [InlineData("RedisPerf.Abstractions")]
    [InlineData("RedisPerf.StackExchange", "RedisPerf.Abstractions")]
    [InlineData("RedisPerf.Core", "RedisPerf.StackExchange")]
    [InlineData("RedisPerf.Micro", "RedisPerf.Core")]
    [InlineData("RedisPerf.Ledger", "RedisPerf.Core")]
    [InlineData("RedisPerf.Cli", "RedisPerf.Core", "RedisPerf.Ledger")]
    [InlineData("RedisPerf.Worker", "RedisPerf.Core")]
    [InlineData("RedisPerf.Web", "RedisPerf.Core", "RedisPerf.Ledger", "RedisPerf.Worker")]
    public void A_project_refers_to_those_below_it(string project, params string[] below)
    {
        var file = File.ReadAllText(Path.Combine(Repository.Root, "src", project, project + ".csproj"));

        ProjectReference().Matches(file).Select(match => match.Groups["name"].Value).ShouldBeSubsetOf(below);
    }

    [Fact]
    public void The_bundled_plugins_refer_to_the_contract_and_its_adapter_only()
    {
        var projects = Directory.GetFiles(Path.Combine(Repository.Root, "src"), "RedisPerf.Clients.*.csproj", SearchOption.AllDirectories);
        projects.Length.ShouldBe(5);

        string[] files = [.. projects, Path.Combine(Repository.Root, "src", "RedisPerf.Clients", "Clients.props")];
        files.SelectMany(file => ProjectReference().Matches(File.ReadAllText(file))).Select(match => match.Groups["name"].Value)
            .ShouldBe(["RedisPerf.StackExchange", "RedisPerf.Abstractions"], "the cache layers use StackExchange.Redis");
    }

    // Each folder may use itself and the folders that are listed for it. A folder that is missing here fails the test.
    public static TheoryData<string, string, string[]> Folders { get; } = new()
    {
        { "Core", "Model", [] },
        { "Core", "Statistics", ["Model"] },
        { "Core", "Payloads", ["Model", "Statistics"] },
        { "Core", "Codecs", ["Model", "Statistics", "Payloads"] },
        { "Core", "Targets", ["Model", "Statistics", "Payloads", "Codecs"] },
        { "Core", "Benchmarks", ["Model", "Statistics", "Payloads", "Codecs", "Targets"] },
        { "Core", "Running", ["Model", "Statistics", "Payloads", "Codecs", "Targets", "Benchmarks"] },
        { "Core", "Trends", ["Model", "Statistics", "Payloads", "Codecs", "Targets", "Benchmarks", "Running"] },
        { "Core", "Reporting", ["Model", "Statistics", "Payloads", "Codecs", "Targets", "Benchmarks", "Running", "Trends"] },
        { "Ledger", "Storage", [] },
        { "Ledger", "Nodes", ["Storage"] },
        { "Ledger", "Jobs", ["Storage", "Nodes"] },
        { "Ledger", "Alerts", ["Storage", "Jobs"] },
        { "Ledger", "Schedules", ["Storage", "Jobs", "Alerts"] },
        { "Ledger", "Targets", ["Storage", "Jobs"] },
        { "Web", "Configuration", [] },
        { "Web", "Access", ["Configuration"] },
        { "Web", "Comparisons", [] },
        { "Web", "Live", [] },
        { "Web", "Targets", ["Configuration", "Live"] },
        { "Web", "Nodes", ["Targets"] },
        { "Web", "Background", ["Configuration", "Live", "Targets", "Nodes"] },
        { "Web", "Alerts", ["Configuration", "Live", "Background"] },
        { "Web", "Schedules", ["Configuration", "Live", "Background", "Alerts"] },
        { "Web", "Api", ["Configuration", "Comparisons", "Live", "Targets", "Nodes", "Background", "Alerts", "Schedules"] },
        { "Web", "Pages", ["Configuration", "Access", "Comparisons", "Live", "Targets", "Nodes", "Background", "Alerts", "Schedules"] },
        { "Web", "Hosting", ["Configuration", "Access", "Comparisons", "Live", "Targets", "Nodes", "Background", "Alerts", "Schedules",
            "Api", "Pages"] },
    };

    [Theory]
    [MemberData(nameof(Folders))]
    public void A_folder_uses_only_those_below_it(string project, string folder, string[] below)
    {
        var allowed = below.Append(folder).ToArray();
        var name = $"RedisPerf.{project}";
        var wrong =
            from source in Sources($"{name}/{folder}")
            from Match match in Regex.Matches(source.Text, $@"\b{Regex.Escape(name)}\.(?<folder>[A-Z]\w*)")
            where Directory.Exists(Path.Combine(Repository.Root, "src", name, match.Groups["folder"].Value))
                && !allowed.Contains(match.Groups["folder"].Value)
            select $"{source.Path}: {match.Value}";

        wrong.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("Core")]
    [InlineData("Ledger")]
    [InlineData("Web")]
    public void Every_folder_is_in_the_matrix_and_contains_its_own_namespace(string project)
    {
        var name = $"RedisPerf.{project}";
        var folders = Directory.GetDirectories(Path.Combine(Repository.Root, "src", name)).Select(path => Path.GetFileName(path))
            .Where(folder => folder is not ("obj" or "bin" or "node_modules" or "wwwroot" or "Properties"));
        folders.ShouldBe(Folders.Where(row => row.Data.Item1 == project).Select(row => row.Data.Item2), ignoreOrder: true);

        var wrong =
            from source in Sources(name)
            where source.Path.EndsWith(".cs", StringComparison.Ordinal) && !source.Path.EndsWith("/Program.cs", StringComparison.Ordinal)
            let expected = string.Join('.', source.Path.Split('/')[..^1])
            where !source.Text.Contains($"namespace {expected};", StringComparison.Ordinal)
            select source.Path;
        wrong.ShouldBeEmpty("the matrix is checked by namespace, so a namespace must name its folder");
    }

    [Theory]
    [InlineData("RedisPerf.Core/Statistics")]
    [InlineData("RedisPerf.Core/Targets")]
    [InlineData("RedisPerf.Core/Running")]
    [InlineData("RedisPerf.Core/Trends")]
    [InlineData("RedisPerf.Core/Reporting")]
    [InlineData("RedisPerf.Ledger")]
    [InlineData("RedisPerf.Web")]
    public void A_folder_names_no_benchmark(string folder)
    {
        var benchmarks = Directory.GetDirectories(Path.Combine(Repository.Root, "src", "RedisPerf.Core", "Benchmarks")).Select(Path.GetFileName)
            .Where(name => name is not ("Contract" or "Plugins" or "Published" or "Requests")).ToArray();
        benchmarks.ShouldContain("Insert");

        foreach (var (path, text) in Sources(folder))
        {
            // "calls" is also the name of parameters and of arguments of reasons.
            benchmarks.ShouldAllBe(name => !Regex.IsMatch(
                text, $@"\bBenchmarks\.{name}\b{(name == "Calls" ? "" : $@"|""{name}""")}", RegexOptions.IgnoreCase), path);
        }
    }

    [Fact]
    public void The_architecture_page_names_existing_files()
    {
        var page = File.ReadAllText(Path.Combine(Repository.Root, "docs", "architecture.md"));
        var files = Regex.Matches(page, @"`(?<file>(Core|Ledger|Web|Cli)/[\w/]+\.\w+)`").Select(match => match.Groups["file"].Value).ToArray();

        files.Length.ShouldBeGreaterThan(30);
        files.ShouldAllBe(file => File.Exists(Path.Combine(Repository.Root, "src", $"RedisPerf.{file}")));
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

    [Fact]
    public void Every_program_is_started_without_the_settings_and_killed_with_its_own_processes()
    {
        const string Only = "RedisPerf.Core/Targets/Started/ChildProcess.cs";

        Sources("").Where(source => DirectStart().IsMatch(source.Text)).Select(source => source.Path).ShouldBe([Only]);
    }

    /// <summary>The C# files and Razor pages below a folder of src, without the outputs of builds; paths are relative to src.</summary>
    internal static IEnumerable<(string Path, string Text)> Sources(string folder)
    {
        var src = Path.Combine(Repository.Root, "src");
        return
            from file in Directory.EnumerateFiles(Path.Combine(src, folder), "*.cs*", SearchOption.AllDirectories)
            let path = Path.GetRelativePath(src, file).Replace('\\', '/')
            where Path.GetExtension(path) is ".cs" or ".cshtml" && !path.Split('/').Any(part => part is "obj" or "bin" or "node_modules")
            select (path, File.ReadAllText(file));
    }

    // Also Process.Start with the name of a program.
    [GeneratedRegex(@"new ProcessStartInfo|\bProcess\.Start\(\$?""|\bProcess\.Start\([^()]*,|\.Kill\((\)|entireProcessTree)")]
    private static partial Regex DirectStart();

    [GeneratedRegex("""<ProjectReference Include="[^"]*[\\/](?<name>[^\\/"]+)\.csproj""")]
    private static partial Regex ProjectReference();
}

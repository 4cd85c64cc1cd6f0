using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli.Tests.Plugins;

/// <summary>The strategies of a user's own assembly on the command line.</summary>
public sealed class PluginTests : IDisposable
{
    private static readonly string Small =
        $"run insert -s batch --items 60 --payload-bytes 200 --runs 1 --warmups 0 --target {Outcome.Target} --format json";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_strategy_is_measured_and_verified_with_those_of_RedisPerf()
    {
        var file = PluginSource.Build(
            _folder.Path, "My", "[assembly: System.Reflection.AssemblyInformationalVersion(\"1.2.0+5fe7d08\")]"
                + PluginSource.Strategy("writer", "await WriteAsync(database, work.Fields);"));

        var outcome = await Outcome.OfAsync($"{Small} --strategies {file} -s my/writer", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var document = JsonReport.Read(outcome.Output);
        document.Cases.Select(@case => @case.Strategy).ShouldBe(["batch", "my/writer", "floor"], ignoreOrder: true);
        document.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.Verified && run.Operations == 60);
        var plugin = document.Environment!.Plugins.ShouldHaveSingleItem();
        var hash = Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(File.ReadAllBytes(file)));
        plugin.ShouldBe(new("my", hash) { Version = "1.2.0+5fe7d08" });
        outcome.Output.ShouldNotContain(_folder.Path);
    }

    [Fact]
    public async Task A_saved_job_is_shown_without_the_assembly()
    {
        var file = PluginSource.Build(_folder.Path, "My", PluginSource.Strategy("writer", "await WriteAsync(database, work.Fields);"));
        var saved = Path.Combine(_folder.Path, "job.json");
        (await Outcome.OfAsync($"{Small} --strategies {file} -s my/writer --save {saved}", Ct)).ExitCode.ShouldBe(0);

        var shown = await Outcome.OfAsync($"show {saved}", Ct);

        shown.ExitCode.ShouldBe(0, shown.Error);
        shown.Output.ShouldContain("my/writer");
        shown.Output.ShouldContain("plug-in my: SHA-256");
    }

    [Fact]
    public async Task An_unknown_strategy_of_an_assembly_is_named_with_the_valid_ones()
    {
        var file = PluginSource.Build(_folder.Path, "My", PluginSource.Strategy("writer", "await WriteAsync(database, work.Fields);"));

        var outcome = await Outcome.OfAsync($"{Small} --strategies {file} -s my/reader", Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("my/reader");
        outcome.Error.ShouldContain("my/writer");
    }

    [Theory]
    [InlineData("[Strategy(\"Bad Name\", \"x\")] public", "InsertStrategy", "lower-case letters")]
    [InlineData("[Strategy(\"a\", \"x\")] public abstract", "InsertStrategy", "public constructor")]
    [InlineData("[Strategy(\"a\", \"x\")] public", "Strategy<InsertWork>", "must derive from InsertStrategy")]
    [InlineData("[Strategy(\"a\", \" \")] public", "InsertStrategy", "its summary is empty")]
    [InlineData("[Strategy(null, \"x\")] public", "InsertStrategy", "lower-case letters")]
    [InlineData("public", "InsertStrategy", "has no public class with the attribute Strategy")]
    [InlineData("[Strategy(\"a\", \"x\")] internal", "InsertStrategy", "has no public class")]
    public async Task An_assembly_without_a_usable_strategy_is_refused(string declared, string baseClass, string expected)
    {
        var file = PluginSource.Build(_folder.Path, "My", $$"""
            {{declared}} class A : {{baseClass}}
            {
                public override Task ExecuteAsync(InsertWork work, RunContext context, CancellationToken ct) => Task.CompletedTask;
            }
            """);

        var outcome = await Outcome.OfAsync($"{Small} --strategies {file}", Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldStartWith("My.dll");
        outcome.Error.ShouldContain(expected);
    }

    [Fact]
    public async Task A_missing_dependency_is_named_although_RedisPerf_has_it()
    {
        var file = PluginSource.Build(_folder.Path, "My", PluginSource.Strategy("writer", "await WriteAsync(database, work.Fields);"));
        File.Delete(Path.Combine(_folder.Path, "StackExchange.Redis.dll"));

        var outcome = await Outcome.OfAsync($"{Small} --strategies {file}", Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("My.dll needs StackExchange.Redis, which is not in its folder");
    }

    [Fact]
    public async Task An_assembly_for_a_later_contract_is_refused_with_both_versions()
    {
        var contract = PluginSource.Compile(
            _folder.Path, "RedisPerf.Abstractions", "[assembly: System.Reflection.AssemblyVersion(\"99.1.0\")] namespace RedisPerf.Abstractions "
            + "{ public class StrategyAttribute : System.Attribute { public StrategyAttribute(string name, string summary) { } } }", []);
        var file = PluginSource.Compile(
            _folder.Path, "My", "[RedisPerf.Abstractions.Strategy(\"a\", \"x\")] public class A { }", [contract]);

        var outcome = await Outcome.OfAsync($"{Small} --strategies {file}", Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("My.dll was built with version 99.1.0 of RedisPerf.Abstractions; this RedisPerf has version 0.1.0");
    }

    [Theory]
    [InlineData("missing.dll")]
    [InlineData("text.dll")]
    public async Task A_file_that_is_no_assembly_is_refused(string name)
    {
        var file = Path.Combine(_folder.Path, name);
        if (name == "text.dll")
        {
            await File.WriteAllTextAsync(file, "no assembly", Ct);
        }

        var outcome = await Outcome.OfAsync($"{Small} --strategies {file}", Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldStartWith($"{name} cannot be loaded:");
        outcome.Error.ShouldNotContain(_folder.Path);
    }

    [Fact]
    public async Task Two_assemblies_need_different_names()
    {
        var other = Directory.CreateDirectory(Path.Combine(_folder.Path, "other")).FullName;
        var source = PluginSource.Strategy("writer", "await WriteAsync(database, work.Fields);");

        var outcome = await Outcome.OfAsync(
            $"{Small} --strategies {PluginSource.Build(_folder.Path, "My", source)} --strategies {PluginSource.Build(other, "My", source)}", Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("Two plug-ins have an assembly with the name my");
    }
}

using RedisPerf.Cli.Tests;
using RedisPerf.Cli.Tests.Plugins;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli.Proofs.Plugins;

/// <summary><c>redisperf ab</c>: two builds in the same rounds.</summary>
public sealed class BuildComparisonTests : IDisposable
{
    private const string Write = "await WriteAsync(database, work.Fields);";
    private const string Quick = "--items 300 --payload-bytes 2000 --runs 10 --warmups 1";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_slower_build_is_found_and_a_strategy_that_did_not_change_is_collapsed()
    {
        var slower = PluginSource.Strategy("writer", $"for (var repeat = 0; repeat < 4; repeat++) {{ {Write} }}");
        var (before, after) = (Build("a", PluginSource.Strategy("writer", Write)), Build("b", slower));

        var outcome = await Outcome.OfAsync($"ab --base {before} --head {after} {Quick} --target {Outcome.Target} --format md --fail-above 10%", Ct);

        outcome.Output.ShouldContain("The head is slower with `my/writer`", customMessage: outcome.Output + outcome.Error);
        outcome.ExitCode.ShouldBe(3, outcome.Output);
        outcome.Error.ShouldMatch("my/writer is [0-9.]+% slower than the base; the limit is 10%");
        outcome.Output.Split('\n').Length.ShouldBeLessThanOrEqualTo(40);
        outcome.Output.ShouldNotContain(_folder.Path);
    }

    [Fact]
    public async Task Both_builds_and_the_control_are_measured_in_the_same_rounds_in_their_own_processes()
    {
        var (before, after) = (
            Build("a", PluginSource.Strategy("writer", Write + "context.Measure(\"process\", Environment.ProcessId);")),
            Build("b", PluginSource.Strategy("writer", Write + "context.Measure(\"process\", Environment.ProcessId); // Another file.")
                + PluginSource.Strategy("new", Write)));

        var outcome = await Outcome.OfAsync(
            $"ab insert --base {before} --head {after} --items 60 --payload-bytes 200 --runs 2 --warmups 0 "
                + $"--target {Outcome.Target} --format json", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var document = JsonReport.Read(outcome.Output);
        var cases = document.Cases.Where(@case => @case.Strategy == "my/writer").ToArray();
        cases.Select(@case => @case.Client).ShouldBe(["base", "head", "control"]);
        cases.ShouldAllBe(@case => @case.Runs.Count == 2 && @case.Runs.All(run => run.Verified));
        cases.Select(@case => @case.Runs[0].Figures!["process"]).Distinct().Count().ShouldBe(3);
        document.Cases.ShouldNotContain(@case => @case.Strategy == "my/new", "the base does not have it");
        document.Environment!.Plugins.Count.ShouldBe(2);
    }

    [Fact]
    public async Task Two_clients_are_compared_by_their_versions()
    {
        var outcome = await Outcome.OfAsync(
            $"ab insert -s batch --base 2.13.17 --head 3.4.35 --items 60 --payload-bytes 200 --runs 3 --warmups 0 --target {Outcome.Target}", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        outcome.Output.ShouldContain("batch");
        outcome.Output.ShouldContain("control");
        outcome.Output.ShouldContain("StackExchange.Redis 2.13.17, StackExchange.Redis 3.4.35");
    }

    [Theory]
    [InlineData("ab", "--base")]
    [InlineData("ab --base 2.13.17 --head 9.9.9", "unknown client \"9.9.9\". Valid: 3.4.35, 2.13.17")]
    [InlineData("ab --base missing.dll --head missing.dll", "missing.dll cannot be loaded")]
    [InlineData("ab unknown", "Unknown benchmark \"unknown\"")]
    [InlineData("ab --base 2.13.17 --head 3.4.35 --fail-above much", "--fail-above must be a percentage")]
    public async Task Wrong_builds_are_refused(string line, string expected)
    {
        var outcome = await Outcome.OfAsync(line, Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain(expected);
    }

    [Fact]
    public async Task Builds_of_different_assemblies_are_refused()
    {
        var other = Directory.CreateDirectory(Path.Combine(_folder.Path, "other")).FullName;
        var before = Build("a", PluginSource.Strategy("writer", Write));
        var after = PluginSource.Build(other, "Other", PluginSource.Strategy("writer", Write));

        var outcome = await Outcome.OfAsync($"ab --base {before} --head {after}", Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("--base and --head must be builds of one assembly, not of my and other.");
    }

    private string Build(string folder, string source) =>
        PluginSource.Build(Directory.CreateDirectory(Path.Combine(_folder.Path, folder)).FullName, "My", source);
}

using RedisPerf.Cli.Proofs.Packaging;
using RedisPerf.Cli.Tests;
using RedisPerf.Cli.Tests.Plugins;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Proofs.Plugins;

/// <summary><c>redisperf ab</c>: two builds, clients or servers in the same rounds.</summary>
public sealed class BuildComparisonTests : IDisposable
{
    private const string Write = "await WriteAsync(database, work.Fields);";
    private const string Quick = "--items 300 --payload-bytes 2000 --runs 10 --warmups 1";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_slower_build_is_found_and_a_strategy_that_did_not_change_is_collapsed()
    {
        // More than what a busy machine adds to a run.
        var slower = PluginSource.Strategy("writer", $"{Write} await Task.Delay(150);");
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
        document.Cases.ShouldBe(cases, "neither the floor, nor my/new, which the base does not have");
        cases.ShouldAllBe(@case => @case.Runs.Count == 2 && @case.Runs.All(run => run.Verified));
        cases.Select(@case => @case.Runs[0].Figures!["process"]).Distinct().Count().ShouldBe(3);
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

    [Fact]
    public async Task Two_server_programs_are_compared_and_the_control_is_a_second_server_of_the_base()
    {
        var garnet = Path.Combine(AppContext.BaseDirectory, "garnet", "GarnetServer");
        ShellCommand.SkipWithout("redis-server");

        var outcome = await Outcome.OfAsync(
            $"ab mget --base {ShellCommand.Find("redis-server")} --head {garnet} --keys 500 --keys-per-call 10 --seconds-per-run 0.05 --runs 3 "
                + "--warmups 0 -s mget --format json", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var document = JsonReport.Read(outcome.Output);
        document.Cases.Select(@case => (@case.Strategy, @case.Target)).ShouldBe([("mget", "base"), ("mget", "head"), ("mget", "control")]);
        document.Cases.ShouldAllBe(@case => @case.Runs.Count == 3 && @case.Runs.All(run => run.Verified));
        document.Environment!.Targets.Select(target => target.Engine).ShouldBe(["Redis", "Garnet", "Redis"]);
    }

    [Fact]
    public async Task An_address_is_compared_with_itself_without_a_difference()
    {
        await using var server = await new EmbeddedTarget(_folder.Path).OpenAsync(new ServerStart(1 << 20), Ct);
        var address = server.EndPoint.ToString()!;

        var outcome = await Outcome.OfAsync(
            $"ab insert -s hset -s batch --base {address} --head redis://{address} --items 300 --payload-bytes 2000 --runs 10 --fail-above 50% "
                + $"--save {_folder.Path}/ab.json --format md", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        outcome.Output.ShouldMatch("Not decided|No difference|not decided|Unproven", outcome.Output);
        outcome.Output.ShouldContain("servers: base Garnet");
        outcome.Output.Split('\n').Length.ShouldBeLessThanOrEqualTo(40);
        var document = JsonReport.Read(await File.ReadAllTextAsync($"{_folder.Path}/ab.json", Ct));
        document.Environment!.Targets.Select(target => target.Settings["target"]).ShouldBe([address, address, address]);
        await using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), Ct);
        ((long)await connection.GetDatabase().ExecuteAsync("DBSIZE")).ShouldBe(0);
    }

    [Fact]
    public async Task Defaults_are_those_of_the_preset_for_small_differences()
    {
        var outcome = await Outcome.OfAsync("ab -s hset --base embedded --head embedded --payload-bytes 64 --warmups 0 --format json", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var request = JsonReport.Read(outcome.Output).Request;
        request.Runs.ShouldBe(50);
        request.Options["items"].GetInt32().ShouldBe(3_000);
    }

    [Theory]
    [InlineData("redis://user:s3cret@")]
    [InlineData("user:s3cret@127.0.0.1:6379")]
    [InlineData("127.0.0.1:6379,pasword=s3cret")]
    [InlineData("127.0.0.1:port,password=s3cret")]
    public async Task A_part_of_a_wrong_address_is_not_repeated(string word)
    {
        var outcome = await Outcome.OfAsync($"ab --base {word} --head {Outcome.Target} -s batch", Ct);

        outcome.ExitCode.ShouldNotBe(0);
        outcome.Error.ShouldNotContain("s3cret");
    }

    [Theory]
    [InlineData("ab", "--base")]
    [InlineData("ab --base 2.13.17 --head 9.9.9", "--head \"9.9.9\" is unknown. Valid: the path of a DLL with strategies; a client (3.4.35, ")]
    [InlineData("ab --base nonsense --head embedded", "; the path of a server program; a target (")]
    [InlineData("ab --base 2.13.17 --head embedded", "--base and --head must be of one kind: ")]
    [InlineData("ab --base embedded --head embedded --target embedded", "--target is not valid when --base and --head are servers")]
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

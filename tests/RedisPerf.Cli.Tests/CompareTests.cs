using System.Text.Json.Nodes;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Cli.Tests;

public sealed class CompareTests : IDisposable
{
    private readonly TestFolder _folder = new();

    [Theory]
    [InlineData("", 0)]
    [InlineData(" --fail-above 10%", 3)]
    [InlineData(" --fail-above 10", 3)]
    [InlineData(" --fail-above 19.9%", 3)]
    [InlineData(" --fail-above 25%", 0)]
    public async Task Case_slower_beyond_the_limit_gives_exit_code_3(string flags, int exitCode)
    {
        var outcome =
            await CompareAsync(flags, SampleJob.Of("base", ("batch", 1.0), ("hset", 1.0)), SampleJob.Of("new", ("batch", 1.2), ("hset", 0.5)));

        outcome.ExitCode.ShouldBe(exitCode);
        outcome.Output.ShouldContain("1.20× (");
        outcome.Output.ShouldContain("0.50× (");
        outcome.ErrorLines.Length.ShouldBe(exitCode == 3 ? 1 : 0);
        outcome.Error.ShouldStartWith(exitCode == 3 ? "batch on embedded is 20% slower than in the base job; the limit is " : "");
    }

    [Theory]
    [InlineData("table", "base: insert on embedded, ")]
    [InlineData("md", "| cores | 2 | 64 |")]
    [InlineData("json", "\"differences\"")]
    public async Task Differences_are_above_the_results(string format, string part)
    {
        var with = SampleJob.Of("new", ("batch", 1.0));
        var outcome = await CompareAsync(
            $" --format {format}", SampleJob.Of("base", ("batch", 1.0)), with with { Environment = with.Environment! with { Cores = 64 } });

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        outcome.Output.ShouldContain(part);
        outcome.Output.IndexOf("cores", StringComparison.Ordinal).ShouldBeInRange(0, outcome.Output.IndexOf("batch", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Json_has_both_summaries_ratio_and_verdict()
    {
        var outcome = await CompareAsync(" --format json", SampleJob.Of("base", ("batch", 1.0)), SampleJob.Of("new", ("batch", 1.2)));

        var @case = JsonNode.Parse(outcome.Output)!["cases"]![0]!;
        ((double)@case["base"]!["median"]!).ShouldBe(1);
        ((double)@case["with"]!["median"]!).ShouldBe(1.2, 1e-9);
        ((string?)@case["ratio"]!["verdict"]).ShouldBe("slower");
    }

    [Fact]
    public async Task Failing_case_gives_exit_code_1()
    {
        var with = SampleJob.Of("new", ("batch", 1.0), ("hset", 1.0));
        var failed = with with
        {
            Cases = Summaries.Of([with.Cases[0],
                with.Cases[1] with { Runs = [.. with.Cases[1].Runs.Select(run => run with { State = RunState.Failed })] }], null, null),
        };

        var outcome = await CompareAsync(" --fail-above 10%", SampleJob.Of("base", ("batch", 1.0), ("hset", 1.0)), failed);

        outcome.ExitCode.ShouldBe(1);
        outcome.ErrorLines.ShouldHaveSingleItem()
            .ShouldBe("hset on embedded has a result in the base job but not in the new job: it has no counted run.");
    }

    [Theory]
    [InlineData(" --fail-above 10%", 1, "batch on embedded has a result in the base job but not in the new job: it has no counted run.")]
    [InlineData(" --fail-above 10% --format md", 1, "batch on embedded has a result in the base job but not in the new job: it has no counted run.")]
    [InlineData("", 2, "The two jobs have no measured case in common.")]
    public async Task Failing_of_all_cases_gives_exit_code_1_with_a_limit(string flags, int exitCode, string sentence)
    {
        var with = SampleJob.Of("new", ("batch", 1.0));
        var failed = with with
        {
            State = JobState.Failed,
            Cases = Summaries.Of(
                [with.Cases[0] with { Runs = [.. with.Cases[0].Runs.Select(run => run with { State = RunState.Failed })] }], null, null),
        };

        var outcome = await CompareAsync(flags, SampleJob.Of("base", ("batch", 1.0)), failed);

        outcome.ExitCode.ShouldBe(exitCode);
        outcome.ErrorLines.ShouldHaveSingleItem().ShouldBe(sentence);
    }

    [Fact]
    public async Task Target_missing_in_the_new_request_is_not_a_failure()
    {
        var @base = SampleJob.Of("base", ("batch", 1.0));
        var both = @base with
        {
            Request = @base.Request with { Targets = ["embedded", "local"] },
            Cases = [@base.Cases[0], @base.Cases[0] with { At = Coordinates.Of("local") }],
        };

        var outcome = await CompareAsync(" --fail-above 10%", both, SampleJob.Of("new", ("batch", 1.0)));

        (outcome.ExitCode, outcome.Error).ShouldBe((0, ""));
    }

    [Fact]
    public async Task Rejects_an_empty_file_name()
    {
        var outcome = await Outcome.OfAsync(["compare", "", "new.json"], Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("cannot be read: ");
    }

    [Fact]
    public async Task Rejects_another_benchmark_or_no_common_case()
    {
        var @base = SampleJob.Of("base", ("batch", 1.0));

        var other = await CompareAsync("", @base, SampleJob.Of("new", ("batch", 1.0)) with { Benchmark = "mget" });
        (other.ExitCode, other.Output, other.ErrorLines.Length).ShouldBe((2, "", 1));
        other.Error.ShouldStartWith("The two jobs are of different benchmarks, insert and mget");

        var none = await CompareAsync("", @base, SampleJob.Of("new", ("hset", 1.0)));
        (none.ExitCode, none.Error.Trim()).ShouldBe((2, "The two jobs have no measured case in common."));
    }

    [Theory]
    [InlineData("--fail-above ten", "--fail-above must be a percentage from 0% to 10000%, such as 10%, not \"ten\".")]
    [InlineData("--fail-above -5%", "--fail-above")]
    [InlineData("--fail-above NaN", "--fail-above must be a percentage")]
    [InlineData("--format xml", "xml")]
    public async Task Rejects_an_invalid_option(string flags, string sentence)
    {
        var outcome = await CompareAsync($" {flags}", SampleJob.Of("base", ("batch", 1.0)), SampleJob.Of("new", ("batch", 1.0)));

        outcome.Error.ShouldContain(sentence);
        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
    }

    [Fact]
    public async Task Reports_all_unreadable_files()
    {
        var text = Path.Combine(_folder.Path, "text.json");
        await File.WriteAllTextAsync(text, "this is no JSON", Ct);

        var outcome = await Outcome.OfAsync($"compare {_folder.Path}/nosuch.json {text}", Ct);

        outcome.ErrorLines.Length.ShouldBe(2);
        outcome.ErrorLines[0].ShouldContain("nosuch.json cannot be read: ");
        outcome.ErrorLines[1].ShouldContain("text.json cannot be used. The file is not a RedisPerf job document");
        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
    }

    [Theory]
    [InlineData("compare")]
    [InlineData("compare one.json")]
    [InlineData("compare one.json two.json three.json")]
    public async Task Requires_two_files(string line)
    {
        var outcome = await Outcome.OfAsync(line, Ct);

        outcome.Error.ShouldNotBeEmpty();
        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
    }

    [Fact]
    public async Task Help_describes_failures() =>
        (await Outcome.OfAsync("compare --help", Ct)).Output.ShouldContain("its verdict is slower");

    public void Dispose() => _folder.Dispose();

    private async Task<Outcome> CompareAsync(string flags, JobDocument @base, JobDocument with)
    {
        var (before, after) = (Path.Combine(_folder.Path, "base.json"), Path.Combine(_folder.Path, "new.json"));
        await File.WriteAllTextAsync(before, JsonReport.Write(@base), Ct);
        await File.WriteAllTextAsync(after, JsonReport.Write(with), Ct);
        return await Outcome.OfAsync($"compare {before} {after}{flags}", Ct);
    }
}

using System.Text.Json.Nodes;
using RedisPerf.Cli.Tests;

namespace RedisPerf.Cli.Proofs;

public sealed class SelfTestTests
{
    // A test this small can have either result, but its output must be consistent.
    [Fact]
    public async Task Reports_the_share_of_correct_verdicts_and_exits_accordingly()
    {
        var outcome = await Outcome.OfAsync($"selftest --target {Outcome.Target} --comparisons 2 --rounds 3 --items 100 --power-slices "
            + "1 --power-comparisons 1 --power-rounds 3 --power-items 10000 --format json", Ct);

        var results = JsonNode.Parse(outcome.Output)!.AsArray();
        results.Select(result => (string?)result!["name"]).ShouldBe(["same-twice", "ten-percent-more"]);
        results[0]!["comparisons"]!.AsArray().Count.ShouldBe(2);
        results[1]!["comparisons"]![0]!["with"]!.AsArray().Count.ShouldBe(3);
        ((int)results[0]!["verdicts"]!["comparisons"]!).ShouldBe(2);
        outcome.ExitCode.ShouldBe(results.All(result => (bool)result!["holds"]!) ? 0 : 1);
        outcome.ErrorLines.Where(line => !line.TrimEnd().EndsWith(" s", StringComparison.Ordinal)).Select(line => line.Split(':')[0])
            .ShouldBe(["comparison 1", "comparison 2", "comparison 1"], "each comparison is shown when its rounds are complete");
    }

    [Fact]
    public async Task Along_an_axis_only_the_comparisons_without_a_difference_are_measured()
    {
        var outcome = await Outcome.OfAsync($"selftest --axis --target {Outcome.Target} --comparisons 1 --rounds 3 --items 100", Ct);

        outcome.Output.ShouldMatch("^The same strategy at two values of an option without effect: faster or slower in [\\d.]+% of 1 comparisons "
            + "of 3 rounds; required: at most 5%: (passed|FAILED)\\.");
        outcome.Output.ShouldNotContain("written twice");
        outcome.ExitCode.ShouldBe(outcome.Output.Contains("FAILED", StringComparison.Ordinal) ? 1 : 0);
    }

    // Three rounds may decide a comparison or not.
    [Theory]
    [InlineData("", "")]
    [InlineData(" --until-decided", "|no comparison is complete")]
    public async Task Table_has_both_shares_and_their_limits(string flag, string alternative)
    {
        var outcome = await Outcome.OfAsync($"selftest --target {Outcome.Target} --comparisons 1 --rounds 3 --items "
            + $"100 --power-slices 1 --power-comparisons 1 --power-rounds 3 --power-items 10000{flag}", Ct);

        outcome.Output.ShouldMatch("The same strategy twice: (faster or slower in [\\d.]+% of 1 comparisons "
            + $"of 3 rounds{alternative}); required: at most 5%: (passed|FAILED)\\.");
        outcome.Output.ShouldMatch("10% of the documents written twice: (slower in [\\d.]+% of 1 comparisons "
            + $"of 3 rounds{alternative}); required: at least 90%: (passed|FAILED)\\.");
        outcome.ExitCode.ShouldBe(outcome.Output.Contains("FAILED", StringComparison.Ordinal) ? 1 : 0);
    }

    [Fact]
    public async Task Interruption_reports_the_comparisons_so_far()
    {
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        using var output = new StringWriter();
        using var error = new LineWatch("comparison 2", cancel);

        var exitCode = await CommandLine.RunAsync(
            $"selftest --target {Outcome.Target} --rounds 3 --items 100".Split(' '), output, error, cancel.Token);

        exitCode.ShouldBe(130);
        output.ToString().ShouldMatch("^The same strategy twice: faster or slower in [\\d.]+% of [2-9] comparisons of 3 rounds; required: ");
        output.ToString().ShouldNotContain("written twice");
        error.ToString().ShouldContain("nterrupted");
    }

    [Fact]
    public async Task Processes_of_the_same_program_are_compared_in_pairs()
    {
        var outcome = await Outcome.OfAsync(
            $"selftest --processes 2 --process-rounds 3 --target {Outcome.Target} --format json", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var results = JsonNode.Parse(outcome.Output)!.AsArray();
        results.Select(result => $"{result!["benchmark"]} {result["strategy"]}")
            .ShouldBe(["insert batch", "pipelining pipelined", "load closed-loop"]);
        results.ShouldAllBe(result => (int)result!["verdicts"]!["comparisons"]! == 1 && (int)result["rounds"]! > 0);
        results.ShouldAllBe(result => result!["medians"]!.AsArray().Count == 2 && result["betweenProcesses"] != null);
    }

    /// <summary>Cancels at the first line with some text.</summary>
    private sealed class LineWatch(string text, CancellationTokenSource cancel) : StringWriter
    {
        public override async Task WriteLineAsync(string? value)
        {
            await base.WriteLineAsync(value);
            if (value?.Contains(text, StringComparison.Ordinal) == true)
            {
                await cancel.CancelAsync();
            }
        }
    }
}

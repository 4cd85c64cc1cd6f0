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
        outcome.ErrorLines.ShouldAllBe(line => line.TrimEnd().EndsWith(" s", StringComparison.Ordinal));
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
    public async Task Interruption_gives_no_result()
    {
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        cancel.CancelAfter(TimeSpan.FromSeconds(2));

        var outcome = await Outcome.OfAsync($"selftest --target {Outcome.Target}".Split(' '), cancel.Token);

        (outcome.ExitCode, outcome.Output).ShouldBe((130, ""));
        outcome.Error.ShouldContain("nterrupted");
    }
}

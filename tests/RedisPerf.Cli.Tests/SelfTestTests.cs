using System.Text.Json.Nodes;

namespace RedisPerf.Cli.Tests;

public sealed class SelfTestTests
{
    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    // So small a test may end either way; what it says must agree with itself.
    [Fact]
    public async Task It_tells_how_often_the_verdict_was_right_and_ends_accordingly()
    {
        var outcome = await Outcome.OfAsync("selftest --target embedded --comparisons 2 --rounds 3 --power-comparisons 1 --power-rounds 3 --power-items 1000 --format json", Ct);

        var results = JsonNode.Parse(outcome.Output)!.AsArray();
        results.Select(result => (string?)result!["name"]).ShouldBe(["same-twice", "ten-percent-more"]);
        results[0]!["comparisons"]!.AsArray().Count.ShouldBe(2);
        results[1]!["comparisons"]![0]!["with"]!.AsArray().Count.ShouldBe(3);
        ((int)results[0]!["verdicts"]!["comparisons"]!).ShouldBe(2);
        outcome.ExitCode.ShouldBe(results.All(result => (bool)result!["holds"]!) ? 0 : 1);
        outcome.ErrorLines.ShouldAllBe(line => line.TrimEnd().EndsWith(" s", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_table_names_both_figures_and_what_is_asked()
    {
        var outcome = await Outcome.OfAsync("selftest --target embedded --comparisons 1 --rounds 3 --power-comparisons 1 --power-rounds 3 --power-items 1000", Ct);

        outcome.Output.ShouldContain("% of 1 comparisons of 3 rounds; asked is at most 5 %: ");
        outcome.Output.ShouldContain("% of 1 comparisons of 3 rounds; asked is at least 90 %: ");
    }

    [Fact]
    public async Task Interrupted_it_has_no_result()
    {
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        cancel.CancelAfter(TimeSpan.FromSeconds(2));

        var outcome = await Outcome.OfAsync("selftest --target embedded".Split(' '), cancel.Token);

        (outcome.ExitCode, outcome.Output).ShouldBe((130, ""));
        outcome.Error.ShouldContain("nterrupted");
    }
}

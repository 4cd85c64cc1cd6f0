using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;

namespace RedisPerf.Core.Tests.Reporting.Findings;

public class BuildComparisonTests
{
    private static readonly Ratio Same = new("base", 1.002, 0.99, 1.01, Verdict.Same);
    private static readonly Ratio Slower = new("base", 1.2, 1.1, 1.3, Verdict.Slower);
    private static readonly Ratio Faster = new("base", 0.8, 0.7, 0.9, Verdict.Faster);
    private static readonly Ratio Unclear = new("base", 1.05, 0.9, 1.2, Verdict.Unclear);

    [Fact]
    public void Differences_are_named_the_slowest_first_and_undecided_comparisons_are_counted()
    {
        var comparison = Of(
            ("a", Faster, Same), ("b", Slower with { Value = 1.15 }, Same), ("c", Slower, Same), ("d", Unclear, Same), ("e", Same, Same));

        BuildHeadline.Of(comparison).ShouldBe(
            "The head is slower with `c` (1.20× (1.10–1.30) slower), `b` (1.15× (1.10–1.30) slower). "
                + "The head is faster with `a` (0.80× (0.70–0.90) faster). 1 comparison of 5 not decided.");
        comparison.SlowerBeyond(0.1).Select(@case => @case.Key.Strategy).ShouldBe(["c", "b"]);
        comparison.SlowerBeyond(0.18).Select(@case => @case.Key.Strategy).ShouldBe(["c"]);
    }

    [Fact]
    public void A_base_that_differs_from_itself_leaves_all_verdicts_unproven()
    {
        var comparison = Of(("a", Slower, Same), ("b", Same, Faster));

        comparison.IsUnproven.ShouldBeTrue();
        comparison.SlowerBeyond(0).ShouldBeEmpty();
        BuildHeadline.Of(comparison).ShouldStartWith("Unproven: the base differs from itself in `b` (0.80× (0.70–0.90) faster).");
    }

    [Fact]
    public void A_verdict_without_an_interval_is_no_difference()
    {
        var guess = new Ratio("base", 1.4, null, null, Verdict.Slower);

        var comparison = Of(("a", guess, guess));

        comparison.IsUnproven.ShouldBeFalse();
        comparison.SlowerBeyond(0).ShouldBeEmpty();
        BuildHeadline.Of(comparison).ShouldBe("Not decided.");
    }

    [Fact]
    public void Equal_builds_have_no_difference() => BuildHeadline.Of(Of(("a", Same, Same))).ShouldBe("No difference between base and head.");

    [Fact]
    public void Builds_without_a_common_run_have_no_result() =>
        BuildHeadline.Of(Of(("a", null, null))).ShouldBe("No result: base and head have no run in common.");

    [Theory]
    [InlineData(AxisKind.Target, "a")]
    [InlineData(AxisKind.Client, "a")]
    public void Arms_are_values_of_the_axis_of_targets_or_clients(AxisKind kind, string name)
    {
        var request = Samples.Completed.Request with
        {
            Strategies = ["a"],
            Targets = kind == AxisKind.Target ? Arms.All : ["embedded"],
            Clients = kind == AxisKind.Client ? Arms.All : [],
        };
        CaseResult[] cases = [.. Arms.All.Select(arm => CaseResult.Of(
            new("a", kind == AxisKind.Target ? Coordinates.Of(arm) : Coordinates.Of("embedded", arm)), []))];

        var comparison = BuildComparison.Of(Samples.Completed with { Request = request, Cases = cases }, Samples.Info);

        comparison.NameOf(comparison.Cases.ShouldHaveSingleItem()).ShouldBe(name);
    }

    [Fact]
    public void A_comparison_of_builds_measures_the_floor_only_on_request()
    {
        var request = Samples.Completed.Request with { Strategies = ["gzip"] };

        NamesOf(request).ShouldBe(["gzip", "floor"]);
        NamesOf(request with { Clients = Arms.All }).ShouldBe(["gzip"]);
        NamesOf(request with { Targets = Arms.All }).ShouldBe(["gzip"]);
        NamesOf(request with { Targets = Arms.All, Strategies = ["gzip", "floor"] }).ShouldBe(["gzip", "floor"]);

        static IEnumerable<string> NamesOf(JobRequest request) => Samples.Info.StrategiesOf(request).Select(strategy => strategy.Name);
    }

    [Fact]
    public void A_comment_has_at_most_40_lines_and_collapses_what_did_not_move()
    {
        var moved = Enumerable.Range(0, 30).Select(index => ($"moved-{index}", (Ratio?)Slower, (Ratio?)Same));
        var others = Enumerable.Range(0, 30).Select(index => ($"same-{index}", (Ratio?)Same, (Ratio?)Same));

        var few = BuildReport.Markdown(Of([.. moved.Take(2), .. others.Take(3)]));
        var many = BuildReport.Markdown(Of([.. moved, .. others]));

        few.IndexOf("| moved-1 ", StringComparison.Ordinal).ShouldBeLessThan(few.IndexOf("<details>", StringComparison.Ordinal));
        few.IndexOf("| same-1 ", StringComparison.Ordinal).ShouldBeGreaterThan(few.IndexOf("<details>", StringComparison.Ordinal));
        Visible(many).ShouldBeLessThanOrEqualTo(40);
        few.ShouldContain("3 other cases");
        many.ShouldContain("45 other cases");
    }

    // Only the summary of the collapsed lines is visible.
    private static int Visible(string markdown) => markdown[..markdown.IndexOf("<details>", StringComparison.Ordinal)].Split('\n').Length
        + markdown[markdown.IndexOf("</details>", StringComparison.Ordinal)..].Split('\n').Length + 1;

    private static BuildComparison Of(params (string Strategy, Ratio? Head, Ratio? Control)[] cases) => new(
        Samples.Completed, [.. cases.Select(@case => new BuildCase(
            new(@case.Strategy, Coordinates.Of("embedded")), null, null, @case.Head, @case.Control))]);
}

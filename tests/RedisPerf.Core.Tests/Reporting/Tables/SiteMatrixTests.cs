using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Tables;

/// <summary>The matrix of strategies and sites of one job.</summary>
public sealed class SiteMatrixTests
{
    [Fact]
    public void Each_row_has_a_fastest_cell_and_ratios_to_it()
    {
        var matrix = SiteMatrix.Of(Job(("a", "one", null, [1.0, 2, 4]), ("a", "two", null, [1.5, 3, 6]), ("b", "two", null, [1, 1, 1])), null, null);

        matrix.Sites.ShouldBe([Coordinates.Of("one"), Coordinates.Of("two")]);
        matrix.Points.ShouldBeEmpty();
        matrix.Rows.Select(row => row.Strategy).ShouldBe(["a", "b"]);
        matrix.Rows[0].Cells[0].IsFastest.ShouldBeTrue();
        // As two jobs they would have two wide distributions.
        matrix.Rows[0].Cells[1].Ratio!.Verdict.ShouldBe(Verdict.Slower);
        matrix.Rows[0].Cells[1].Ratio!.Value.ShouldBe(1.5, 1e-9);
        matrix.Rows[1].Cells[0].Case.ShouldBeNull();
        matrix.Rows[1].Cells[1].Ratio.ShouldBeNull();
    }

    [Fact]
    public void Shows_the_requested_point_or_the_largest_one_of_most_cases()
    {
        var job = Job(
            ("a", "one", 1, [1.0]), ("a", "two", 1, [1.0]), ("a", "one", 10, [2.0]), ("a", "two", 10, [3.0]), ("a", "one", 100, [9.0]),
            ("level", "one", null, [5.0]));

        SiteMatrix.Of(job, null, null).Point.ShouldBe(10);
        SiteMatrix.Of(job, null, 7).Point.ShouldBe(10);
        var first = SiteMatrix.Of(job, null, 1);
        first.Points.ShouldBe([1, 10, 100]);
        first.Rows.Select(row => row.Cells[0].Case!.Summary!.Median).ShouldBe([1.0, 5.0], "a strategy that is not swept is shown at every point");
    }

    private static JobDocument Job(params (string Strategy, string Target, long? Point, double[] Seconds)[] cases)
    {
        double[] points = [.. cases.Select(@case => @case.Point).OfType<long>().Select(point => (double)point).Distinct()];
        var request = Samples.Completed.Request with { Targets = ["one", "two"] };
        return Samples.Completed with
        {
            Request = points.Length == 0 ? request : request.Varying(TestCases.Axis, points),
            Cases = Summaries.Of(
                [.. cases.Select(@case => TestCases.Of(@case.Strategy, @case.Target, @case.Point, [.. @case.Seconds.Select(Run)]))], null, null),
        };
    }

    private static Run Run(double seconds, int index) =>
        new() { Round = index + 1, Warmup = false, State = RunState.Ok, Verified = true, Seconds = seconds };
}

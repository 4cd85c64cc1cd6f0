using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

public sealed class PointListTests
{
    [Theory]
    [InlineData("1, 10, 100", new[] { 1, 10, 100 })]
    [InlineData("100,1 10,10", new[] { 1, 10, 100 })]
    [InlineData(" 7 ", new[] { 7 })]
    public void Points_come_in_ascending_order_each_once(string text, int[] points)
    {
        PointList.Read(text, 1, 100, out var wrong).ShouldBe(points);
        wrong.ShouldBeNull();
    }

    [Theory]
    [InlineData("1, ten", "must be whole numbers from 1 to 1,000, separated by commas; \"ten\" is not one.")]
    [InlineData("0", "must be whole numbers from 1 to 1,000, separated by commas; \"0\" is not one.")]
    [InlineData("1001", "must be whole numbers from 1 to 1,000, separated by commas; \"1001\" is not one.")]
    [InlineData("99999999999999999999999", "must be whole numbers from 1 to 1,000, separated by commas; \"99999999999999999999…\" is not one.")]
    [InlineData(" , ", "must name 1 to 100 points, separated by commas; this names 0.")]
    public void What_is_wrong_is_said(string text, string sentence)
    {
        PointList.Read(text, 1, 1_000, out var wrong).ShouldBeEmpty();
        wrong.ShouldBe(sentence);
    }

    [Fact]
    public void More_points_than_a_job_could_draw_are_refused()
    {
        PointList.Read(PointList.Text(Enumerable.Range(1, 101)), 1, 1_000, out var wrong).ShouldBeEmpty();
        wrong.ShouldBe("must name 1 to 100 points, separated by commas; this names 101.");
    }
}

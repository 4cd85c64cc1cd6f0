using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

public sealed class PointListTests
{
    [Theory]
    [InlineData("1, 10, 100", new[] { 1, 10, 100 })]
    [InlineData("100,1 10,10", new[] { 1, 10, 100 })]
    [InlineData(" 7 ", new[] { 7 })]
    public void Returns_distinct_points_in_ascending_order(string text, int[] points)
    {
        PointList.Read(text, 1, 100, out var wrong).ShouldBe(points);
        wrong.ShouldBeNull();
    }

    [Theory]
    [InlineData("1, ten", "must be whole numbers from 1 to 1,000, separated by commas; \"ten\" is invalid.")]
    [InlineData("0", "must be whole numbers from 1 to 1,000, separated by commas; \"0\" is invalid.")]
    [InlineData("1001", "must be whole numbers from 1 to 1,000, separated by commas; \"1001\" is invalid.")]
    [InlineData("99999999999999999999999", "must be whole numbers from 1 to 1,000, separated by commas; \"99999999999999999999…\" is invalid.")]
    [InlineData(" , ", "must have 1 to 100 points, separated by commas, not 0.")]
    public void Reports_an_invalid_list(string text, string sentence)
    {
        PointList.Read(text, 1, 1_000, out var wrong).ShouldBeEmpty();
        wrong.ShouldBe(sentence);
    }

    [Fact]
    public void Rejects_too_many_points()
    {
        PointList.Read(PointList.Text(Enumerable.Range(1, 101)), 1, 1_000, out var wrong).ShouldBeEmpty();
        wrong.ShouldBe("must have 1 to 100 points, separated by commas, not 101.");
    }
}

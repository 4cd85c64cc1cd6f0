using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class SerialDependenceTests
{
    [Fact]
    public void Neighbours_that_rise_together_are_correlated() =>
        SerialDependence.Correlation([[.. Enumerable.Range(0, 100).Select(value => (double)value)]]).ShouldBe(0.97, 0.02);

    [Fact]
    public void Alternating_neighbours_do_not_narrow_an_interval()
    {
        double[][] series = [[.. Enumerable.Range(0, 50).Select(value => value % 2 == 0 ? 1.0 : 2)]];

        SerialDependence.Correlation(series).ShouldBe(-1, 0.05);
        SerialDependence.VarianceInflation(series).ShouldBe(1);
    }

    [Fact]
    public void The_ends_of_two_series_are_no_neighbours() =>
        SerialDependence.Correlation([[1], [2], [3], [4]]).ShouldBe(0);

    [Fact]
    public void Equal_values_are_not_correlated() => SerialDependence.VarianceInflation([[1, 1, 1], [1, 1, 1]]).ShouldBe(1);

    [Fact]
    public void Independent_values_widen_an_interval_by_a_few_percent()
    {
        var random = new Random(1);
        var inflation = Enumerable.Range(0, 1_000).Select(_ => SerialDependence.VarianceInflation(
            [.. Enumerable.Range(0, 5).Select(_ => Enumerable.Range(0, 10).Select(_ => random.NextDouble()).ToArray())])).Average();

        inflation.ShouldBeInRange(1.02, 1.10);
    }

    [Fact]
    public void One_outlier_does_not_decide()
    {
        var random = new Random(2);
        double[] values = [.. Enumerable.Range(0, 50).Select(_ => random.NextDouble())];
        var before = SerialDependence.Correlation([values]);
        values[20] = values[21] = 1e6;

        SerialDependence.Correlation([values]).ShouldBe(before, 0.15);
    }
}

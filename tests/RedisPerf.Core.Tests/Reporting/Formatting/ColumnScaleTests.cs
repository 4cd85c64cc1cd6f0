using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Tests.Reporting.Formatting;

/// <summary>A column has one unit and one number of decimals.</summary>
public sealed class ColumnScaleTests
{
    [Theory]
    [InlineData(new[] { 0.7412, 1.1, 12.6 }, "s", new[] { "0.741", "1.100", "12.600" })]
    [InlineData(new[] { 0.107, 4.6, 200.5 }, "s", new[] { "0.11", "4.60", "200.50" })]
    [InlineData(new[] { 0.000_863, 0.001_02 }, "ms", new[] { "0.863", "1.020" })]
    [InlineData(new[] { 0.119, 0.121 }, "ms", new[] { "119", "121" })]
    [InlineData(new[] { 46.71e-6, 0.000_3 }, "µs", new[] { "46.7", "300.0" })]
    [InlineData(new[] { 12e-9, 20e-9 }, "ns", new[] { "12.0", "20.0" })]
    [InlineData(new[] { 0.000_05, 5.0 }, "ms", new[] { "0.0500", "5000" })]
    [InlineData(new[] { 0.0, 2.5 }, "s", new[] { "0", "2.50" })]
    [InlineData(new double[0], "s", new string[0])]
    public void Times_have_the_unit_of_the_middle(double[] seconds, string unit, string[] texts)
    {
        var scale = ColumnScale.OfSeconds(seconds.Select(value => (double?)value));

        scale.Unit.ShouldBe(unit);
        seconds.Select(value => scale.Text(value)).ShouldBe(texts);
        scale.Text(null).ShouldBe("–");
    }

    [Theory]
    [InlineData(new[] { 78.04, 1330.0 }, 1, new[] { "78", "1330" })]
    [InlineData(new[] { 1.0, 19.42 }, 1, new[] { "1.00", "19.42" })]
    [InlineData(new[] { 0.015, 0.0071 }, 100, new[] { "1.50", "0.71" })]
    [InlineData(new[] { -4_096e3, 1e6 }, 1e-6, new[] { "-4.10", "1.00" })]
    public void Numbers_have_common_decimals(double[] values, double factor, string[] texts)
    {
        var scale = ColumnScale.OfNumbers(values.Select(value => (double?)value), factor);

        scale.Unit.ShouldBeEmpty();
        values.Select(value => scale.Text(value)).ShouldBe(texts);
    }
}

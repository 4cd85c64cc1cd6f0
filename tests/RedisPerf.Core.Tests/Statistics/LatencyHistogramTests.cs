using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class LatencyHistogramTests
{
    /// <summary>Three significant digits.</summary>
    private const double Tolerance = 0.001;

    [Fact]
    public void Percentiles_are_those_of_the_recorded_values()
    {
        // 1 µs to 100 ms in shuffled order.
        var microseconds = Enumerable.Range(1, 100_000).ToArray();
        new Random(1).Shuffle(microseconds);

        var histogram = Of(microseconds.Select(value => value * 1e-6));

        foreach (var share in new[] { 0.5, 0.9, 0.99, 0.999 })
        {
            histogram.Percentile(share).ShouldNotBeNull().ShouldBe(share * 0.1, share * 0.1 * Tolerance);
        }

        histogram.Mean.ShouldNotBeNull().ShouldBe(0.0500005, 0.05 * Tolerance);
        histogram.Count.ShouldBe(100_000);
    }

    // 10,000 GET of 64 KB with one connection to redis-server 7.0.15 on loopback, timed by a script: tenths of a microsecond.
    [Fact]
    public async Task Percentiles_of_recorded_latencies_are_those_of_the_sorted_list()
    {
        await using var stream = typeof(LatencyHistogramTests).Assembly.GetManifestResourceStream("recorded/get-64kb.txt").ShouldNotBeNull();
        using var reader = new StreamReader(stream);
        var seconds = (await reader.ReadToEndAsync(TestContext.Current.CancellationToken))
            .Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries)
            .Select(text => int.Parse(text, CultureInfo.InvariantCulture) * 1e-7).ToArray();

        var histogram = Of(seconds);

        Array.Sort(seconds);
        foreach (var share in new[] { 0.5, 0.75, 0.9, 0.99, 0.999 })
        {
            var exact = seconds[(int)Math.Ceiling(share * seconds.Length) - 1];
            histogram.Percentile(share).ShouldNotBeNull().ShouldBe(exact, exact * Tolerance, $"p{100 * share}");
        }

        histogram.Mean.ShouldNotBeNull().ShouldBe(seconds.Average(), seconds.Average() * Tolerance);
        histogram.Count.ShouldBe(10_000);
    }

    [Fact]
    public void A_few_slow_operations_are_in_the_last_percentile_alone()
    {
        var histogram = Of([.. Enumerable.Repeat(0.0002, 9_980), .. Enumerable.Repeat(0.2, 20)]);

        histogram.Percentile(0.99).ShouldNotBeNull().ShouldBe(0.0002, 0.0002 * Tolerance);
        histogram.Percentile(0.999).ShouldNotBeNull().ShouldBe(0.2, 0.2 * Tolerance);
    }

    [Theory]
    [InlineData(0.5, 20)]
    [InlineData(0.9, 100)]
    [InlineData(0.99, 1_000)]
    [InlineData(0.999, 10_000)]
    public void A_percentile_requires_ten_values_beyond_it(double share, int min)
    {
        Of(Enumerable.Repeat(0.001, min)).Percentile(share).ShouldNotBeNull();
        Of(Enumerable.Repeat(0.001, min - 1)).Percentile(share).ShouldBeNull();
    }

    [Fact]
    public void Histograms_of_two_nodes_give_the_percentiles_of_all_values()
    {
        var first = Of([.. Enumerable.Repeat(0.0002, 10_990), .. Enumerable.Repeat(0.2, 10)]);
        var second = Of([.. Enumerable.Repeat(0.001, 8_990), .. Enumerable.Repeat(0.4, 10)]);

        var text = JsonSerializer.Serialize(second);
        first.Add(JsonSerializer.Deserialize<LatencyHistogram>(text)!);

        text.Length.ShouldBeLessThan(1_000);
        first.Count.ShouldBe(20_000);
        first.Percentile(0.5).ShouldNotBeNull().ShouldBe(0.0002, 0.0002 * Tolerance);
        first.Percentile(0.9).ShouldNotBeNull().ShouldBe(0.001, 0.001 * Tolerance);
        first.Percentile(0.9995).ShouldNotBeNull().ShouldBe(0.2, 0.2 * Tolerance);
        first.Mean.ShouldNotBeNull().ShouldBe(((10_990 * 0.0002) + (8_990 * 0.001) + 6) / 20_000, 1e-6);
    }

    [Fact]
    public void Extreme_values_are_limited()
    {
        var histogram = Of(Enumerable.Repeat(-1.0, 50).Concat(Enumerable.Repeat(1e6, 50)));

        histogram.Percentile(0.5).ShouldBe(0);
        histogram.Percentile(0.8).ShouldNotBeNull().ShouldBe(3_600, 3_600 * Tolerance);
    }

    private static LatencyHistogram Of(IEnumerable<double> seconds)
    {
        var histogram = new LatencyHistogram();
        foreach (var value in seconds)
        {
            histogram.Record((long)Math.Round(value * Stopwatch.Frequency));
        }

        return histogram;
    }
}

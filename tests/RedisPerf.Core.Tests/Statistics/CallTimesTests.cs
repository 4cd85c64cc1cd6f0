using System.Diagnostics;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public class CallTimesTests
{
    [Fact]
    public void Has_no_statistics_without_calls()
    {
        var times = new CallTimes(10);

        (times.Count, times.Median, times.Max, times.Percentile99).ShouldBe((0, null, null, null));
    }

    [Fact]
    public void Keeps_the_first_calls_in_order()
    {
        var times = new CallTimes(3);

        foreach (var seconds in new[] { 30, 10, 20, 90 })
        {
            times.Add(Stopwatch.GetTimestamp() - (seconds * Stopwatch.Frequency));
        }

        times.Count.ShouldBe(3);
        times.Seconds.Select(seconds => (int)seconds).ShouldBe([30, 10, 20]);
        ((int)times.Median!.Value, (int)times.Max!.Value).ShouldBe((20, 30));
    }

    [Fact]
    public void The_histogram_has_the_times_that_are_kept()
    {
        var times = new CallTimes(25);
        for (var call = 0; call < 30; call++)
        {
            times.Add(Stopwatch.GetTimestamp() - Stopwatch.Frequency);
        }

        var histogram = times.ToHistogram();

        histogram.Count.ShouldBe(25);
        histogram.Percentile(0.5)!.Value.ShouldBe(times.Median!.Value, 0.01);
    }

    [Theory]
    [InlineData(999, false)]
    [InlineData(1_000, true)]
    public void Percentile_99_requires_1000_calls(int calls, bool isThere)
    {
        var times = new CallTimes(calls);
        for (var call = 1; call <= calls; call++)
        {
            times.Add(Stopwatch.GetTimestamp() - (call * Stopwatch.Frequency));
        }

        times.Percentile99.HasValue.ShouldBe(isThere);
        if (isThere)
        {
            times.Percentile99!.Value.ShouldBeInRange(989, 992);
        }
    }
}

using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Load;

public sealed class TimelineRecorderTests
{
    [Fact]
    public void A_recorded_run_has_the_percentiles_the_throughput_and_the_errors_of_each_interval()
    {
        // 5,000 operations per second for 2 seconds. From 1.0 to 1.2 s nothing is answered; the waiting ones are answered at 1.2 s, and 30 fail.
        var recorder = new TimelineRecorder(2, 10_000);
        foreach (var number in Enumerable.Range(0, 10_000).Where(number => number is < 5_000 or >= 5_030))
        {
            var intended = number / 5_000.0;
            var at = intended is >= 1 and < 1.2 ? 1.2 : intended + 0.001;
            recorder.Record(number, at, at - intended);
        }

        var timeline = recorder.ToTimeline(number => number / 5_000.0, 10_000, 2, "restart", 1.01234567);

        timeline.Step.ShouldBe(0.2);
        timeline.MarkedAt.ShouldBe(1.012);
        timeline.PerSecond.Count.ShouldBe(10);
        timeline.PerSecond.Sum(replies => replies * 0.2).ShouldBe(10_000 - 30 - 5, 0.5, "a reply after the end of the run is not counted");
        timeline.PerSecond[5].ShouldBeLessThan(50);
        timeline.PerSecond[6].ShouldBeGreaterThan(9_000);
        timeline.Errors.ShouldBe([0, 0, 0, 0, 0, 30, 0, 0, 0, 0]);
        timeline.P99[4].ShouldBe(0.001);
        timeline.P50[5]!.Value.ShouldBe(0.1, 0.005);
        timeline.P99[5].ShouldBeNull("more than 1% of the operations failed");
        timeline.P99[6].ShouldBe(0.001);
    }

    [Theory]
    [InlineData(10, 1_000, 10)]
    [InlineData(10, 100_000, 100)]
    [InlineData(600, 2_000_000, 120)]
    [InlineData(5, 400, 10)]
    public void The_intervals_support_the_percentile_and_are_bounded(double seconds, int operations, int count)
    {
        var timeline = new TimelineRecorder(seconds, operations).ToTimeline(
            number => number * seconds / operations, operations / 2, seconds, "none", 1);

        timeline.PerSecond.Count.ShouldBe(count);
        timeline.PerSecond.Count.ShouldBeLessThanOrEqualTo(RunTimeline.MaxPoints);
        timeline.Errors.Sum().ShouldBe(operations / 2, "operations that were not sent did not fail");
        timeline.P50[0].ShouldBeNull();
        timeline.P50[^1]!.Value.ShouldBe(seconds / count / 2, seconds / count / 20, "an operation that was not sent waits until the end");
    }
}

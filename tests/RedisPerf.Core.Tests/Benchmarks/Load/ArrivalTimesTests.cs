using RedisPerf.Core.Benchmarks.Load;

namespace RedisPerf.Core.Tests.Benchmarks.Load;

public sealed class ArrivalTimesTests
{
    private static readonly LoadOptions Poisson = new() { Rate = 20_000, SecondsPerRun = 5, Arrivals = ArrivalPattern.Poisson };

    [Fact]
    public void Constant_arrivals_are_at_equal_distances() =>
        new[] { 0L, 1, 4_999, 10_000_000 }.Select(number => new ArrivalTimes(new()).Of(number, 5_000)).ShouldBe([0, 1, 4_999, 10_000_000]);

    [Theory]
    [InlineData(5_000)]
    [InlineData(100_000)]
    public void Poisson_arrivals_have_exponential_gaps_and_end_at_the_time_of_a_run(int count)
    {
        var arrivals = new ArrivalTimes(Poisson);
        double[] gaps = [.. Enumerable.Range(0, count).Select(number => arrivals.Of(number + 1, count) - arrivals.Of(number, count))];

        arrivals.Of(0, count).ShouldBe(0);
        arrivals.Of(count, count).ShouldBe(count, 1e-6);
        gaps.ShouldAllBe(gap => gap >= 0);
        // An exponential distribution with the mean 1 has the variance 1, and exceeds 1 with 1 ÷ e.
        gaps.Average(gap => gap * gap).ShouldBe(2, 0.2);
        ((double)gaps.Count(gap => gap > 1) / count).ShouldBe(1 / Math.E, 0.02);
        (gaps.Max() > 5).ShouldBeTrue();
    }

    [Fact]
    public void The_seed_of_a_job_determines_the_times()
    {
        TimesOf(Poisson).ShouldBe(TimesOf(Poisson));
        TimesOf(Poisson).ShouldNotBe(TimesOf(Poisson with { Seed = 2 }));

        static double[] TimesOf(LoadOptions options) => [.. Enumerable.Range(0, 100).Select(number => new ArrivalTimes(options).Of(number, 5_000))];
    }

    [Theory]
    [InlineData(ArrivalPattern.Constant)]
    [InlineData(ArrivalPattern.Poisson)]
    public void Several_nodes_send_the_operations_of_one_schedule_alternately(ArrivalPattern pattern)
    {
        var workload = new LoadWorkload(new() { Rate = 1_000, SecondsPerRun = 0.1, Arrivals = pattern }, "p:");
        long[] whole = [.. TimesOf(workload)];

        long[] shared = [.. workload.Divide(3).SelectMany(TimesOf).Order()];

        shared.Length.ShouldBe(100);
        shared.Zip(whole).ShouldAllBe(times => Math.Abs(times.First - times.Second) <= 1);

        static IEnumerable<long> TimesOf(LoadWorkload workload)
        {
            var schedule = new SendSchedule(1_000, workload);
            return Enumerable.Range(0, schedule.Count).Select(number => schedule.TimeOf(number) - schedule.Start);
        }
    }

    [Fact]
    public void The_pattern_does_not_change_the_operations()
    {
        var (constant, poisson) = (new LoadWorkload(Poisson with { Arrivals = ArrivalPattern.Constant }, "p:"), new LoadWorkload(Poisson, "p:"));

        Enumerable.Range(0, 1_000).Select(poisson.Operation).ShouldBe(Enumerable.Range(0, 1_000).Select(constant.Operation));
    }
}

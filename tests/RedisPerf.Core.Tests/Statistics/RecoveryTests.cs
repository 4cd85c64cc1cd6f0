using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

/// <summary>Recorded sequences of a disturbed run, with intervals of half a second.</summary>
public sealed class RecoveryTests
{
    [Fact]
    public void The_dip_and_the_time_back_are_those_of_the_sequence()
    {
        // The first interval is slower on a new connection. The disturbance is within the fifth one.
        var recovery = Recovery.Of(Timeline(
            markedAt: 2.1,
            p99: [0.009, 0.001, 0.0012, 0.0008, 0.4, 0.9, null, 0.2, 0.00111, 0.0011, 0.0013],
            perSecond: [500, 1_000, 990, 1_010, 700, 50, 0, 1_900, 1_000, 1_000, 1_000],
            errors: [0, 0, 0, 0, 0, 5, 400, 0, 0, 0, 0]));

        recovery.P99Before.ShouldBe(0.001);
        recovery.P99Worst.ShouldBeNull("operations had no reply");
        recovery.Dip.ShouldBe(1);
        recovery.Seconds!.Value.ShouldBe(4.5 - 2.1, 1e-9);
    }

    [Fact]
    public void A_disturbance_that_shows_nothing_takes_no_time()
    {
        var recovery = Recovery.Of(Timeline(2, [0.001, 0.001, 0.001, 0.001, 0.00109, 0.00105], [1_000, 1_000, 1_000, 1_000, 900, 1_000]));

        recovery.ShouldBe(new Recovery(0.001, 0.00109, recovery.Dip, 0));
        recovery.Dip!.Value.ShouldBe(0.1, 1e-9);
    }

    [Fact]
    public void A_run_that_ends_before_the_level_is_back_has_no_time() =>
        Recovery.Of(Timeline(2, [0.001, 0.001, 0.001, 0.001, 0.2, 0.1], [1_000, 1_000, 1_000, 1_000, 900, 900])).Seconds.ShouldBeNull();

    [Fact]
    public void An_interval_that_supports_no_percentile_is_not_compared() =>
        Recovery.Of(Timeline(2, [0.001, 0.001, null, 0.001, null, 0.3, 0.001], [1_000, 1_000, 990, 1_000, 990, 900, 900]))
            .Seconds.ShouldBe(1);

    [Fact]
    public void A_run_without_percentiles_has_the_dip_only() =>
        Recovery.Of(Timeline(1, [null, null, null, null], [100, 100, 40, 100])).ShouldBe(new Recovery(null, null, 0.6, null));

    private static RunTimeline Timeline(double markedAt, double?[] p99, double[] perSecond, int[]? errors = null) =>
        new(0.5, "restart", markedAt, p99, p99, perSecond, errors ?? new int[p99.Length]);
}

using RedisPerf.Core.Benchmarks.Cache;

namespace RedisPerf.Core.Tests.Benchmarks.Cache;

/// <summary>Stale reads of a recorded sequence of changes and reads.</summary>
public sealed class StaleReadsTests
{
    // Key 1 changes at 100 and at 250; key 0 at 300.
    private readonly StaleReads _reads = new(2, [1, 0, 1]);

    [Fact]
    public void A_read_before_the_acknowledgement_may_return_the_earlier_or_the_new_version()
    {
        var expected = _reads.Expected(1);
        _reads.Acknowledge(1, 100);

        _reads.AgeOf(1, expected, version: 0, start: 90).ShouldBeNull();
        _reads.AgeOf(1, expected, version: 1, start: 90).ShouldBeNull();
    }

    [Fact]
    public void The_age_is_the_time_since_the_first_change_that_a_read_misses()
    {
        _reads.Acknowledge(1, 100);
        _reads.Acknowledge(1, 250);
        _reads.Acknowledge(0, 300);

        _reads.AgeOf(1, _reads.Expected(1), version: 0, start: 320).ShouldBe(220);
        _reads.AgeOf(1, _reads.Expected(1), version: 1, start: 320).ShouldBe(70);
        _reads.AgeOf(1, _reads.Expected(1), version: 2, start: 320).ShouldBeNull();
        _reads.AgeOf(0, _reads.Expected(0), version: 0, start: 320).ShouldBe(20);
    }

    [Fact]
    public void A_key_that_never_changes_is_never_stale()
    {
        _reads.Expected(7).ShouldBe(0);
        _reads.AgeOf(7, _reads.Expected(7), version: 0, start: 1).ShouldBeNull();
    }
}

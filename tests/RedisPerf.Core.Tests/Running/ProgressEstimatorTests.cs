using RedisPerf.Core.Running;

namespace RedisPerf.Core.Tests.Running;

public sealed class ProgressEstimatorTests
{
    private const int Slices = 10;
    private const double MaxTypical = 3 * 1.5;
    private static readonly string[] Cases = ["a", "b", "c"];

    private readonly ManualTime _time = new();

    [Fact]
    public void The_time_left_is_that_of_the_remaining_slices()
    {
        var estimator = New(rounds: 2);
        RunTurn(estimator, 1, 2, 3);

        estimator.Now(null).SecondsLeft.ShouldNotBeNull().ShouldBe(19 * 6, 1e-9);
    }

    [Fact]
    public void The_time_left_contains_the_profiles()
    {
        var estimator = new ProgressEstimator<string>(Cases, _ => 1, 2, budgetSeconds: null, before: 0, _time, profileSeconds: 5);
        foreach (var round in Enumerable.Range(0, 2))
        {
            foreach (var name in Cases)
            {
                _time.Advance(1);
                estimator.Ended(name, 1);
                estimator.EndRun(name);
            }

            estimator.Now(null).SecondsLeft.ShouldBe((3 * (1 - round)) + (3 * 6));
        }

        estimator.EndRounds(["a", "b"]);
        estimator.Now(null).SecondsLeft.ShouldBe(12);
        _time.Advance(6);
        estimator.EndProfile("a");
        var now = estimator.Now(null);
        (now.Done, now.Total, now.SecondsLeft).ShouldBe((6, 6, 6));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void The_time_left_never_jumps_by_more_than_a_quarter_once_a_turn_is_measured(int seed)
    {
        var random = new Random(seed);
        var estimator = New(rounds: 6);
        RunTurn(estimator, 1, 2, 3);
        var expected = estimator.Now(null).SecondsLeft!.Value;
        for (var turn = 1; turn < (6 * Slices) - 5; turn++)
        {
            foreach (var (index, name) in Cases.Index())
            {
                // One slice of ten takes ten times as long.
                var seconds = (index + 1) * (0.5 + random.NextDouble()) * (random.Next(10) == 0 ? 10 : 1);
                _time.Advance(seconds);
                estimator.Ended(name, seconds);
                var left = estimator.Now(null).SecondsLeft!.Value;

                // The time that passed is no jump. Near the end, one slice is more than a quarter.
                var rest = Math.Max(0, expected - seconds);
                Math.Abs(left - rest).ShouldBeLessThanOrEqualTo(Math.Max(0.25 * rest, MaxTypical), $"turn {turn}");
                expected = left;
            }

            EndRuns(estimator, turn);
        }
    }

    [Fact]
    public void A_job_that_has_become_slower_gets_more_time()
    {
        var estimator = New(rounds: 10);
        RunTurn(estimator, 1, 1, 1);
        var before = estimator.Now(null).SecondsLeft!.Value;
        for (var turn = 1; turn < 4 * Slices; turn++)
        {
            RunTurn(estimator, 5, 5, 5);
            EndRuns(estimator, turn);
        }

        var left = estimator.Now(null).SecondsLeft!.Value;

        left.ShouldBeGreaterThan(before);
        left.ShouldBe(60 * 15, 60 * 15 * 0.05);
    }

    [Fact]
    public void Nothing_is_left_at_the_end()
    {
        var estimator = New(rounds: 1);
        for (var turn = 0; turn < Slices; turn++)
        {
            RunTurn(estimator, 1, 2, 3);
            EndRuns(estimator, turn);
        }

        estimator.Now(null, isDone: true).ShouldBe(new(3, 3, 1, 0));
    }

    private ProgressEstimator<string> New(int rounds) => new(Cases, _ => Slices, rounds, null, 0, _time);

    private void RunTurn(ProgressEstimator<string> estimator, params double[] seconds)
    {
        foreach (var (name, each) in Cases.Zip(seconds))
        {
            _time.Advance(each);
            estimator.Ended(name, each);
            estimator.Now(null);
        }
    }

    private static void EndRuns(ProgressEstimator<string> estimator, int turn)
    {
        if (turn % Slices == Slices - 1)
        {
            foreach (var name in Cases)
            {
                estimator.EndRun(name);
            }
        }
    }

    private sealed class ManualTime : TimeProvider
    {
        private long _ticks;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public void Advance(double seconds) => _ticks += (long)(seconds * TimeSpan.TicksPerSecond);

        public override long GetTimestamp() => _ticks;
    }
}

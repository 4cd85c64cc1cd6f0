using RedisPerf.Cli.SelfTest;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Cli.Tests.SelfTest;

/// <summary>The results of a self-test.</summary>
public sealed class SelfTestResultTests
{
    [Fact]
    public void Consecutive_rounds_are_the_comparisons_without_warm_ups()
    {
        var job = KnownDifference.None.CreateJob("here", comparisons: 3, rounds: 4, slices: 1, items: 100, seed: 1);
        var transcript = new JobTranscript(job, KnownDifference.None.Info);
        for (var round = 0; round < job.Request.Warmups + 10; round++)
        {
            foreach (var (strategy, seconds) in new[] { ("batch", 1.0), ("batch-again", round < job.Request.Warmups + 4 ? 1 : 2 + (0.01 * round)) })
            {
                transcript.Add(new JobEvent.RunEnded(new(strategy, Coordinates.Of("here")),
                    new() { Round = round, Warmup = round < job.Request.Warmups, State = RunState.Ok, Verified = true, Seconds = seconds }),
                    DateTimeOffset.UnixEpoch);
            }
        }

        var result = SelfTestResult.Of(KnownDifference.None, transcript.ToDocument(), rounds: 4);

        result.Verdicts.ShouldBe(new VerdictTally(2, Faster: 0, Slower: 1, Same: 1, Unclear: 0), "the third is incomplete");
        result.Share.ShouldBe(0.5);
        result.Holds.ShouldBeFalse();
        result.Comparisons[0].Ratio!.Verdict.ShouldBe(Verdict.Same);
        result.MedianSeconds.ShouldBe(1);
    }

    [Fact]
    public void Comparisons_along_an_axis_are_with_the_first_value()
    {
        var difference = KnownDifference.NoneAlongAxis;
        var job = difference.CreateJob("here", comparisons: 2, rounds: 4, slices: 1, items: 100, seed: 1);
        var axis = job.Request.Axes.Single(axis => axis.Kind == AxisKind.Option);
        difference.Cases(job.Request, "key").Select(@case => (@case.Strategy.Name, @case.At[axis.Name])).ShouldBe([("batch", "1"), ("batch", "2")]);
        var transcript = new JobTranscript(job, difference.Info);
        for (var round = 0; round < job.Request.Warmups + 8; round++)
        {
            foreach (var (value, seconds) in new[] { ("1", 1.0), ("2", round < job.Request.Warmups + 4 ? 1 : 2 + (0.01 * round)) })
            {
                transcript.Add(new JobEvent.RunEnded(new("batch", Coordinates.Of("here").With(axis.Name, value)),
                    new() { Round = round, Warmup = round < job.Request.Warmups, State = RunState.Ok, Verified = true, Seconds = seconds }),
                    DateTimeOffset.UnixEpoch);
            }
        }

        var result = SelfTestResult.Of(difference, transcript.ToDocument(), rounds: 4);

        result.Verdicts.ShouldBe(new VerdictTally(2, Faster: 0, Slower: 1, Same: 1, Unclear: 0));
        (result.Share, result.Holds).ShouldBe((0.5, false));
        result.Comparisons[1].Ratio!.Value.ShouldBeGreaterThan(2);
        result.MedianSeconds.ShouldBe(1);
    }

    // The first comparison is decided at its first check, the second one at its second check, and the rounds of the third
    // one end before its third check.
    [Fact]
    public void Comparisons_until_decided_have_the_rounds_up_to_the_check_that_decides_them()
    {
        double[] ratios = [2, 2.01, 1.99, 2, 1.5, 2, 2, 2, 0.9, 2, 2];
        var job = KnownDifference.None.CreateJob("here", comparisons: 1, rounds: ratios.Length, slices: 1, items: 100, seed: 1);
        var transcript = new JobTranscript(job, KnownDifference.None.Info);
        for (var round = 0; round < job.Request.Warmups + ratios.Length; round++)
        {
            var timed = round - job.Request.Warmups;
            foreach (var (strategy, seconds) in new[] { ("batch", 1.0), ("batch-again", timed < 0 ? 1 : ratios[timed]) })
            {
                transcript.Add(new JobEvent.RunEnded(new(strategy, Coordinates.Of("here")),
                    new() { Round = round, Warmup = timed < 0, State = RunState.Ok, Verified = true, Seconds = seconds }), DateTimeOffset.UnixEpoch);
            }
        }

        var result = SelfTestResult.Of(KnownDifference.None, transcript.ToDocument(), rounds: null);

        result.Comparisons.Select(comparison => (comparison.With.Count, comparison.Ratio!.Verdict))
            .ShouldBe([(3, Verdict.Slower), (4, Verdict.Slower)]);
        result.Comparisons.ShouldAllBe(comparison => comparison.Ratio!.Confidence == SequentialRule.Confidence);
        result.Rounds.ShouldBe(3.5);
    }

    [Fact]
    public void A_round_with_a_failed_run_is_missing()
    {
        var job = KnownDifference.None.CreateJob("here", comparisons: 1, rounds: 4, slices: 1, items: 100, seed: 1);
        var transcript = new JobTranscript(job, KnownDifference.None.Info);
        for (var round = 0; round < job.Request.Warmups + 4; round++)
        {
            var timed = round - job.Request.Warmups;
            foreach (var (strategy, seconds) in new[] { ("batch", 2.0), ("batch-again", 6.0) })
            {
                var run = new Run { Round = round, Warmup = timed < 0, State = RunState.Ok, Verified = true, Seconds = seconds };
                transcript.Add(new JobEvent.RunEnded(new(strategy, Coordinates.Of("here")),
                    strategy == "batch" && timed == 1 ? run with { State = RunState.Failed, Error = Reason.FromText("The server went away.") } : run),
                    DateTimeOffset.UnixEpoch);
            }
        }

        var result = SelfTestResult.Of(KnownDifference.None, transcript.ToDocument(), rounds: 4);

        var comparison = result.Comparisons.ShouldHaveSingleItem();
        comparison.Base.ShouldBe([2, null, 2, 2]);
        comparison.With.ShouldBe([6, 6, 6, 6]);
        comparison.Ratio!.Value.ShouldBe(3, 1e-12);
        comparison.Ratio.Verdict.ShouldBe(Verdict.Slower);
        (result.MedianSeconds, result.Failed).ShouldBe((2, 1));
        result.RatioScatter!.Value.ShouldBe(0, 1e-12);
    }
}

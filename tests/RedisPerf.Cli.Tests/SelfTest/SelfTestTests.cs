using RedisPerf.Cli.SelfTest;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Tests.SelfTest;

/// <summary>The self test at a smaller size, with real timings.</summary>
public sealed class SelfTestTests(DataFolder data)
{
    /// <summary>Comparisons of ten rounds give a wrong verdict in 2.73 % at most: four of eight do in 1 of 28 000 tries.</summary>
    private const int WrongVerdictsAtMost = 3;

    [Fact]
    public async Task The_same_strategy_twice_is_rarely_told_apart()
    {
        var document = await RunAsync(KnownDifference.None, comparisons: 8, rounds: 10);
        var result = SelfTestResult.Of(KnownDifference.None, document, rounds: 10, laps: 1);

        document.Cases.SelectMany(@case => @case.Runs).Select(run => run.Error).ShouldAllBe(error => error == null);
        result.Failed.ShouldBe(0);
        result.Verdicts.Comparisons.ShouldBe(8);
        (result.Verdicts.Faster + result.Verdicts.Slower).ShouldBeLessThanOrEqualTo(WrongVerdictsAtMost);
        result.Share.ShouldBe((result.Verdicts.Faster + result.Verdicts.Slower) / 8.0);
        result.Comparisons.ShouldAllBe(comparison => comparison.Base.Count == 10 && comparison.With.Count == 10 && comparison.Ratio != null && comparison.Ratio.Baseline == "batch");
    }

    // How clearly the tenth is seen depends on who else uses the machine; that it is really done does not.
    [Fact]
    public async Task A_tenth_of_the_documents_is_really_written_twice_and_verified()
    {
        var difference = KnownDifference.TenPercentMore;
        var document = await RunAsync(difference, comparisons: 1, rounds: 2);

        document.Cases.Select(@case => @case.Strategy).ShouldBe(["batch", "batch-with-repeats"]);
        document.Cases.ShouldAllBe(@case => @case.Runs.Count == document.Request.Warmups + 2);
        var (plain, more) = (document.Cases[0].Runs, document.Cases[1].Runs);
        more.ShouldAllBe(run => run.State == RunState.Ok && run.Verified && run.Operations == 1_100 && run.Server!.Commands!["hset"] == 1_100);
        plain.ShouldAllBe(run => run.Operations == 1_000 && run.Server!.Commands!["hset"] == 1_000);
        more[0].PayloadBytes.ShouldBe(plain[0].PayloadBytes);
        (more[0].WireBytes!.Value / (double)plain[0].WireBytes!.Value).ShouldBe(1.1, 0.001, "the new fields' names are a little longer");
    }

    [Fact]
    public void Consecutive_rounds_are_the_comparisons_and_the_warm_ups_are_in_none()
    {
        var job = KnownDifference.None.CreateJob("here", comparisons: 3, rounds: 4, laps: 1, items: 100, seed: 1);
        var transcript = new JobTranscript(job, KnownDifference.None.Info);
        for (var round = 0; round < job.Request.Warmups + 10; round++)
        {
            foreach (var (strategy, seconds) in new[] { ("batch", 1.0), ("batch-again", round < job.Request.Warmups + 4 ? 1 : 2 + (0.01 * round)) })
            {
                transcript.Add(new JobEvent.RunEnded(new(strategy, "here", null), new() { Round = round, Warmup = round < job.Request.Warmups, State = RunState.Ok, Verified = true, Seconds = seconds }), DateTimeOffset.UnixEpoch);
            }
        }

        var result = SelfTestResult.Of(KnownDifference.None, transcript.ToDocument(), rounds: 4, laps: 1);

        result.Verdicts.ShouldBe(new VerdictTally(2, Faster: 0, Slower: 1, Same: 1, Unclear: 0), "the third was cut short");
        result.Share.ShouldBe(0.5);
        result.Holds.ShouldBeFalse();
        result.Comparisons[0].Ratio!.Verdict.ShouldBe(Verdict.Same);
        result.MedianSeconds.ShouldBe(1);
    }

    [Fact]
    public void The_laps_of_a_round_count_together_and_one_that_failed_takes_its_round_with_it()
    {
        var job = KnownDifference.None.CreateJob("here", comparisons: 1, rounds: 4, laps: 2, items: 100, seed: 1);
        var transcript = new JobTranscript(job, KnownDifference.None.Info);
        for (var round = 0; round < job.Request.Warmups + 8; round++)
        {
            var lap = round - job.Request.Warmups;
            foreach (var (strategy, seconds) in new[] { ("batch", 1.0), ("batch-again", lap % 2 == 0 ? 2.0 : 4.0) })
            {
                var run = new Run { Round = round, Warmup = lap < 0, State = RunState.Ok, Verified = true, Seconds = seconds };
                transcript.Add(new JobEvent.RunEnded(new(strategy, "here", null), strategy == "batch" && lap == 3 ? run with { State = RunState.Failed, Error = Reason.FromText("The server went away.") } : run), DateTimeOffset.UnixEpoch);
            }
        }

        var result = SelfTestResult.Of(KnownDifference.None, transcript.ToDocument(), rounds: 4, laps: 2);

        var comparison = result.Comparisons.ShouldHaveSingleItem();
        comparison.Base.ShouldBe([2, null, 2, 2]);
        comparison.With.ShouldBe([6, 6, 6, 6]);
        comparison.Ratio!.Value.ShouldBe(3, 1e-12);
        comparison.Ratio.Verdict.ShouldBe(Verdict.Slower);
        (result.MedianSeconds, result.Failed).ShouldBe((2, 1));
        result.RatioScatter!.Value.ShouldBe(0, 1e-12);
    }

    private async Task<JobDocument> RunAsync(KnownDifference difference, int comparisons, int rounds)
    {
        var job = difference.CreateJob(EmbeddedTarget.TargetName, comparisons, rounds, laps: 1, items: 1_000, seed: 1);
        var transcript = new JobTranscript(job, difference.Info);
        var runner = new Runner(new Catalogue([difference]), _ => new EmbeddedTarget(data.Path));
        await foreach (var jobEvent in runner.RunAsync(job, TestContext.Current.CancellationToken))
        {
            transcript.Add(jobEvent, DateTimeOffset.UtcNow);
        }

        return transcript.ToDocument();
    }
}

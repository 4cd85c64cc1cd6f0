using RedisPerf.Cli.SelfTest;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Tests.SelfTest;

/// <summary>The self-test with fewer comparisons and real times.</summary>
public sealed class SelfTestTests(DataFolder data)
{
    /// <summary>A comparison of ten rounds gives a wrong verdict with a probability of at most 2.73%, so four of eight are wrong once in 28,000 tests.</summary>
    private const int WrongVerdictsAtMost = 3;

    [Fact]
    public async Task False_verdicts_are_rare()
    {
        var document = await RunAsync(KnownDifference.None, comparisons: 8, rounds: 10, items: 300);
        var result = SelfTestResult.Of(KnownDifference.None, document, rounds: 10);

        document.Cases.SelectMany(@case => @case.Runs).Select(run => run.Error).ShouldAllBe(error => error == null);
        result.Failed.ShouldBe(0);
        result.Verdicts.Comparisons.ShouldBe(8);
        (result.Verdicts.Faster + result.Verdicts.Slower).ShouldBeLessThanOrEqualTo(WrongVerdictsAtMost);
        result.Share.ShouldBe((result.Verdicts.Faster + result.Verdicts.Slower) / 8.0);
        result.Comparisons.ShouldAllBe(comparison => comparison.Base.Count == 10 && comparison.With.Count == 10 && comparison.Ratio != null && comparison.Ratio.Baseline == "batch");
    }

    // The verdict depends on the load of the machine; the additional work does not.
    [Fact]
    public async Task Writes_10_percent_of_the_documents_twice_and_verifies_them()
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
    public void Consecutive_rounds_are_the_comparisons_without_warm_ups()
    {
        var job = KnownDifference.None.CreateJob("here", comparisons: 3, rounds: 4, slices: 1, items: 100, seed: 1);
        var transcript = new JobTranscript(job, KnownDifference.None.Info);
        for (var round = 0; round < job.Request.Warmups + 10; round++)
        {
            foreach (var (strategy, seconds) in new[] { ("batch", 1.0), ("batch-again", round < job.Request.Warmups + 4 ? 1 : 2 + (0.01 * round)) })
            {
                transcript.Add(new JobEvent.RunEnded(new(strategy, "here", null), new() { Round = round, Warmup = round < job.Request.Warmups, State = RunState.Ok, Verified = true, Seconds = seconds }), DateTimeOffset.UnixEpoch);
            }
        }

        var result = SelfTestResult.Of(KnownDifference.None, transcript.ToDocument(), rounds: 4);

        result.Verdicts.ShouldBe(new VerdictTally(2, Faster: 0, Slower: 1, Same: 1, Unclear: 0), "the third is incomplete");
        result.Share.ShouldBe(0.5);
        result.Holds.ShouldBeFalse();
        result.Comparisons[0].Ratio!.Verdict.ShouldBe(Verdict.Same);
        result.MedianSeconds.ShouldBe(1);
    }

    // The first comparison is decided at its first check, the second one at its second check, and the rounds of the third one end before its third check.
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
                transcript.Add(new JobEvent.RunEnded(new(strategy, "here", null), new() { Round = round, Warmup = timed < 0, State = RunState.Ok, Verified = true, Seconds = seconds }), DateTimeOffset.UnixEpoch);
            }
        }

        var result = SelfTestResult.Of(KnownDifference.None, transcript.ToDocument(), rounds: null);

        result.Comparisons.Select(comparison => (comparison.With.Count, comparison.Ratio!.Verdict)).ShouldBe([(3, Verdict.Slower), (4, Verdict.Slower)]);
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
                transcript.Add(new JobEvent.RunEnded(new(strategy, "here", null), strategy == "batch" && timed == 1 ? run with { State = RunState.Failed, Error = Reason.FromText("The server went away.") } : run), DateTimeOffset.UnixEpoch);
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

    [Fact]
    public async Task The_runs_of_both_cases_have_the_requested_slices()
    {
        var document = await RunAsync(KnownDifference.TenPercentMore, comparisons: 1, rounds: 3, slices: 4);

        document.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.State == RunState.Ok && run.Slices!.Count == 4);
        document.Cases[1].Runs.ShouldAllBe(run => run.Operations == 1_100);
        SelfTestResult.Of(KnownDifference.TenPercentMore, document, rounds: 3).Verdicts.Comparisons.ShouldBe(1);
    }

    private async Task<JobDocument> RunAsync(KnownDifference difference, int comparisons, int rounds, int slices = 1, int items = 1_000)
    {
        var job = difference.CreateJob(EmbeddedTarget.TargetName, comparisons, rounds, slices, items, seed: 1);
        var transcript = new JobTranscript(job, difference.Info);
        var runner = new Runner(new Catalogue([difference]), _ => new EmbeddedTarget(data.Path));
        await foreach (var jobEvent in runner.RunAsync(job, TestContext.Current.CancellationToken))
        {
            transcript.Add(jobEvent, DateTimeOffset.UtcNow);
        }

        return transcript.ToDocument();
    }
}

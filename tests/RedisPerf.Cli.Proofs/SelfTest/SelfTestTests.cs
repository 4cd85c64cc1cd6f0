using RedisPerf.Cli.SelfTest;
using RedisPerf.Cli.Tests;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Proofs.SelfTest;

/// <summary>The self-test with fewer comparisons and real times.</summary>
public sealed class SelfTestTests(DataFolder data)
{
    /// <summary>A comparison of ten rounds gives a wrong verdict with a probability of at most 2.73%, so four of eight are wrong
    /// once in 28,000 tests.</summary>
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
        result.Comparisons.ShouldAllBe(comparison =>
            comparison.Base.Count == 10 && comparison.With.Count == 10 && comparison.Ratio != null && comparison.Ratio.Baseline == "batch");
    }

    [Fact]
    public async Task False_verdicts_along_an_axis_are_rare()
    {
        var document = await RunAsync(KnownDifference.NoneAlongAxis, comparisons: 8, rounds: 10, items: 300);
        var result = SelfTestResult.Of(KnownDifference.NoneAlongAxis, document, rounds: 10);

        document.Cases.Select(@case => (@case.Strategy, @case.At["withoutEffect"])).ShouldBe([("batch", "1"), ("batch", "2")]);
        (result.Failed, result.Verdicts.Comparisons).ShouldBe((0, 8));
        (result.Verdicts.Faster + result.Verdicts.Slower).ShouldBeLessThanOrEqualTo(WrongVerdictsAtMost);
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

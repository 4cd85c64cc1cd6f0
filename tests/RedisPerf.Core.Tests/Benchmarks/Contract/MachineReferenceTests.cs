using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

/// <summary>The floor of a benchmark without a lower bound.</summary>
public sealed class MachineReferenceTests(RunningServer server) : IClassFixture<RunningServer>
{
    public static TheoryData<string> Benchmarks => [.. Catalogue.Default.Benchmarks.Select(benchmark => benchmark.Info.Name)];

    /// <summary>A benchmark that compares times, and one that compares a figure.</summary>
    public static TheoryData<string, string, string> Jobs => new()
    {
        { "set-with-expiry", "batch", """{"items":200}""" },
        { "load", "open-loop", """{"rates":"200","secondsPerRun":0.1,"keys":100}""" },
    };

    [Theory]
    [MemberData(nameof(Benchmarks))]
    public void Each_benchmark_has_a_floor(string benchmark) => Catalogue.Default.Find(benchmark)!.Info.Floor.ShouldNotBeNull();

    [Theory]
    [MemberData(nameof(Jobs))]
    public async Task It_is_measured_in_each_round_and_is_no_result_of_the_job(string benchmark, string strategy, string options)
    {
        var info = Catalogue.Default.Find(benchmark)!.Info;
        var document = await RunAsync(benchmark, strategy, options);

        var reference = document.Cases.Single(@case => @case.Strategy == "reference");
        reference.Runs.Select(run => (run.Round, run.State)).ShouldBe([(0, RunState.Ok), (1, RunState.Ok), (2, RunState.Ok)]);
        reference.Summary!.Figures.ShouldBeNull();
        document.Cases.ShouldAllBe(@case => @case.Summary!.FloorRatio == null);
        JobVerdict.Of(document, info).Sentences.ShouldAllBe(sentence => !sentence.Contains("reference"));
        LanesChart.Draw(document, info)!.ToString().ShouldNotContain("reference");
        TextReport.Write(document, info).ShouldContain("reference (machine)");
    }

    [Theory]
    [MemberData(nameof(Jobs))]
    public async Task A_machine_of_another_speed_is_no_change_of_a_strategy(string benchmark, string strategy, string options)
    {
        var info = Catalogue.Default.Find(benchmark)!.Info;
        var document = await RunAsync(benchmark, strategy, options);
        var (before, after) = (Of(document, 1), Of(document, 2));

        var comparison = Comparison.Of(before, after, info);

        comparison.HasMachineChanged.ShouldBeTrue();
        comparison.Results.ShouldHaveSingleItem().Verdict.ShouldBe(Verdict.Same);
        ComparisonHeadline.Sentences(comparison)[0].Text.ShouldMatch(
            "^The machine changed: it is 2.00× .* slower, its machine reference took .* relative to the machine reference.$");

        // Each run takes as long as the first one, with a scatter of 1%.
        JobDocument Of(JobDocument job, double factor) => BenchmarkSummaries.WithCases(
            job, BenchmarkSummaries.Of([.. job.Cases.Select(@case => @case with { Runs = RunsOf(@case.Runs[0], factor) })], info, job.Request), info);

        Run[] RunsOf(Run first, double factor) => [.. Enumerable.Range(1, 8).Select(round => first with
        {
            Round = round,
            Warmup = false,
            Disturbed = [],
            Seconds = first.Seconds * factor * (1 + (round % 3 * 0.01)),
            Figures = first.Figures?.ToDictionary(figure => figure.Key, figure => figure.Value * factor * (1 + (round % 3 * 0.01))),
        })];
    }

    private async Task<JobDocument> RunAsync(string benchmark, string strategy, string options)
    {
        var draft = TestJobs.Draft(benchmark, [strategy], options) with { Fields = TestJobs.Rounds(runs: 2, warmups: 1) };
        var job = TestJobs.Of(draft);
        var events = await TestJobs.RunAsync(job, server.Target);
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        return JobDocuments.Create(
            job with { State = JobState.Completed, Environment = events.OfType<JobEvent.Started>().Single().Environment },
            [.. events.OfType<JobEvent.RunEnded>()], Catalogue.Default.Find(benchmark)!.Info);
    }
}

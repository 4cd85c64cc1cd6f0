using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Formatting;

public sealed class JobTextTests
{
    [Theory]
    [InlineData("bench-1", null)]
    [InlineData(null, null)]
    [InlineData("bench-1-b", "bench-1-b")]
    public void The_environment_names_the_node_if_it_differs_from_the_machine(string? node, string? shown)
    {
        var facts = JobText.OfEnvironment(Samples.Completed with { Node = node }).ToDictionary(fact => fact.Name, fact => fact.Value);

        facts["machine"].ShouldStartWith("bench-1,");
        facts.GetValueOrDefault("node").ShouldBe(shown);
    }

    [Theory]
    [InlineData(83.0, "1 min 20 s left")]
    [InlineData(0.2, "1 s left")]
    [InlineData(null, null)]
    public void The_time_left_is_rounded_because_it_is_an_estimate(double? seconds, string? text) =>
        JobText.TimeLeft(new(1, 9, 0.1, seconds)).ShouldBe(text);

    [Theory]
    [InlineData(RunUntil.Rounds, 36, 12.0, "9 of 36 runs left, about 12 s")]
    [InlineData(RunUntil.Decided, 36, 75.0, "at most 9 of 36 runs left, about 1 min 20 s")]
    [InlineData(RunUntil.Rounds, 36, null, "9 of 36 runs left, about 18 s")]
    [InlineData(RunUntil.Rounds, 27, 0.0, null)]
    public void An_interrupted_job_states_its_remaining_runs(RunUntil until, int total, double? seconds, string? text)
    {
        Run[] runs = [.. Enumerable.Range(0, 27).Select(round => new Run { Round = round, Warmup = false, State = RunState.Ok, Seconds = 2 })];

        JobText.RunsLeft(Samples.Completed with
        {
            State = JobState.Interrupted,
            Request = Samples.Completed.Request with { Until = until },
            Progress = new(26, total, 0.7, seconds),
            Cases = [TestCases.Of("floor", "local", null, runs)],
        }).ShouldBe(text);
    }

    [Fact]
    public void An_interrupted_job_without_progress_has_the_runs_of_its_rounds() => JobText.RunsLeft(Samples.Completed with
    {
        State = JobState.Interrupted,
        Request = Samples.Completed.Request with { Runs = 5, Warmups = 1 },
        Progress = null,
        Cases = [TestCases.Of("a", "local", null, [new() { Round = 0, Warmup = true, State = RunState.Ok, Seconds = 3 }])],
    }).ShouldBe("5 of 6 runs left, about 15 s");

    [Theory]
    [InlineData("0-1", "servers on cores 0-1, workers on cores 2-3")]
    [InlineData(null, "servers on all cores, workers on cores 2-3")]
    public void The_environment_names_the_cores(string? servers, string text)
    {
        var environment = Samples.Completed.Environment! with { Pinning = new(servers, "2-3") };

        JobText.OfPrograms(environment).Single(fact => fact.Name == "pinning").Value.ShouldBe(text);
    }

    [Theory]
    [InlineData(0, "8 min 41 s")]
    [InlineData(1, "8 min 41 s with its pauses")]
    public void The_duration_of_a_job_that_continued_includes_its_pauses(int resumes, string text)
    {
        var ended = Samples.Completed with { Resumes = resumes, EndedAt = Samples.Completed.StartedAt!.Value.AddSeconds(521) };

        JobText.DurationOf(ended).ShouldBe(text);
        JobText.DurationOf(ended with { EndedAt = null }).ShouldBeNull();
    }

    [Fact]
    public void A_cancelled_run_is_not_a_failed_run()
    {
        Run[] runs =
        [
            new() { Round = 1, Warmup = false, State = RunState.Failed },
            new() { Round = 2, Warmup = false, State = RunState.Ok, Verified = false },
            new() { Round = 3, Warmup = false, State = RunState.Cancelled },
        ];

        JobText.OfFailedRuns(Samples.Completed with { Cases = [TestCases.Of("floor", "local", null, runs)] }).ShouldBe(
        [
            "floor on local, round 1: failed. No reason was reported.",
            "floor on local, round 2: failed. No reason was reported.",
        ]);
    }
}

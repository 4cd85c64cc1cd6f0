using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Running;

/// <summary>A job is cut after some of its runs, and a second runner continues it.</summary>
public sealed class ResumedJobTests(RunningServer server) : IClassFixture<RunningServer>
{
    private readonly List<string> _executed = [];

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(11)]
    public async Task It_measures_the_missing_runs_in_the_same_order(int finished)
    {
        var job = TestJobs.Probe(runs: 4, warmups: 1, seed: 7);
        var whole = (await RunAsync(job, [], Cases())).Ended();
        var order = _executed.ToArray();
        _executed.Clear();

        var events = await RunAsync(job, whole[..finished], Cases());

        events.Ended().Select(ended => (ended.Case, ended.Run.Round)).ShouldBe(whole[finished..].Select(ended => (ended.Case, ended.Run.Round)));
        // The finished cases take part in no turn of the round that was cut.
        _executed.TakeLast(7).ShouldBe(order.TakeLast(7));
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }

    [Fact]
    public async Task Its_progress_continues()
    {
        var job = TestJobs.Probe(runs: 4);
        var whole = await RunAsync(job, [], Cases());
        var last = whole.TakeWhile(jobEvent => jobEvent is not JobEvent.RunEnded { Run.Round: 2 }).OfType<JobEvent.Progressed>().Last().Progress;

        var progress = (await RunAsync(job with { Progress = last }, whole.Ended()[..6], Cases())).Progress();

        progress.ShouldAllBe(item => item.Total == 12 && item.Fraction >= last.Fraction);
        progress.Select(item => item.Done).ShouldBeInOrder();
        progress.First(item => item.Total > 0).Done.ShouldBe(6);
        progress[^1].Done.ShouldBe(12);
    }

    [Fact]
    public async Task A_case_that_failed_three_times_before_is_not_run_again()
    {
        var job = TestJobs.Probe(runs: 5);
        JobEvent.RunEnded[] finished = [.. Enumerable.Range(0, 3)
            .SelectMany(round => (JobEvent.RunEnded[])[Finished("a", round, RunState.Failed), Finished("b", round, RunState.Ok)])];

        var events = await RunAsync(job, finished, new ProbeCase("a"), new ProbeCase("b"));

        events.Ended().Select(ended => (ended.Case.Strategy, ended.Run.Round)).ShouldBe([("b", 3), ("b", 4)]);
    }

    [Fact]
    public async Task A_job_that_runs_until_it_is_decided_decides_with_all_runs()
    {
        var job = TestJobs.UntilDecided();

        // Five finished rounds, so that one run that other tests delay does not change the decision.
        var events = await RunAsync(job, FinishedRounds(5), Slow("a", 40), Slow("b", 400));

        events.Ended().Length.ShouldBe(2, "the check after six rounds decides with the finished runs");
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }

    [Theory]
    [InlineData(6, 9)]
    [InlineData(9, 13)]
    public async Task Checks_of_the_rounds_that_it_has_are_not_repeated(int finished, int expected)
    {
        var events = await RunAsync(TestJobs.UntilDecided(), FinishedRounds(finished), Slow("a", 40), Slow("b", 400));

        events.Ended().Length.ShouldBe(2 * (expected - finished), "rounds are added up to the next check");
    }

    [Fact]
    public async Task A_job_that_was_stopped_has_the_rest_of_its_time_budget()
    {
        var job = TestJobs.UntilDecided();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var events = new List<JobEvent>();
        await foreach (var next in TestJobs.RunnerOf(server.Target, Slow("a", 40), Slow("b", 40)).RunAsync(job, stop.Token))
        {
            events.Add(next);
            if (next is JobEvent.RunEnded { Run.Round: 1 })
            {
                await stop.CancelAsync();
            }
        }

        var stopped = events.OfType<JobEvent.Progressed>().Last().Progress;
        stopped.Fraction.ShouldBeLessThan(0.5);
        var kept = events.ToArray().Ended().Where(ended => ended.Run.State == RunState.Ok).ToArray();

        var added = (await RunAsync(job with { Progress = stopped }, kept, Slow("a", 40), Slow("b", 400))).Ended();

        (kept.Length + added.Length).ShouldBeGreaterThanOrEqualTo(6, "the first check is after three rounds");
    }

    [Fact]
    public async Task A_case_that_lacks_rounds_gets_them_before_the_first_check()
    {
        var finished = FinishedRounds(5).Where(ended => ended.Case.Strategy == "a" || ended.Run.Round < 1);

        var events = await RunAsync(TestJobs.UntilDecided(), finished, Slow("a", 40), Slow("b", 400));

        events.Ended().Where(ended => ended.Case.Strategy == "b").Select(ended => ended.Run.Round).ShouldBe(
            [1, 2, 3, 4, 5], "the check after six rounds is the first one");
    }

    [Fact]
    public async Task It_keeps_its_first_environment_and_is_interrupted_in_another_one()
    {
        var job = TestJobs.Probe(runs: 1) with { Environment = ThisMachine.CreateEnvironment([]) with { Machine = "first" } };
        var difference = Reason.Of(ReasonCode.EnvironmentChanged, ("what", "machine"));
        var runner = new Runner(new Catalogue([new ProbeBenchmark(Cases())]), _ => server.Target)
        { FindDifference = (before, now) => before.Environment == now ? null : difference };

        (await runner.RunAsync(job, [], new JobControl()).ToArrayAsync(Ct)).ShouldBe([new JobEvent.Ended(JobState.Interrupted, difference)]);

        var events = await TestJobs.RunnerOf(server.Target, Cases()).RunAsync(job, [], new JobControl()).ToArrayAsync(Ct);
        events.OfType<JobEvent.Started>().ShouldHaveSingleItem().Environment.ShouldBeSameAs(job.Environment);
    }

    [Fact]
    public async Task The_steps_of_opening_its_servers_keep_its_progress()
    {
        var job = TestJobs.Probe(runs: 4) with { Progress = new(6, 12, 0.5, 3) { Current = Reason.FromText("b, run 3 of 4") } };

        var events = await TestJobs.RunnerOf(new UnfinishedTarget { Ends = true }, Cases()).RunAsync(job, [], new JobControl()).ToArrayAsync(Ct);

        events.Progress().ShouldHaveSingleItem()
            .ShouldBe(new(6, 12, 0.5, null) { Current = Reason.Of(ReasonCode.StartingContainer, (Reason.Target, "mine")) });
    }

    private static IEnumerable<JobEvent.RunEnded> FinishedRounds(int rounds) => Enumerable.Range(0, rounds).SelectMany(round =>
        (JobEvent.RunEnded[])[Finished("a", round, RunState.Ok, 0.040 + (round * 0.0001)),
            Finished("b", round, RunState.Ok, 0.400 + (round * 0.001))]);

    [Theory]
    [InlineData(0.9999)]
    [InlineData(1)]
    public async Task The_time_before_the_interruption_is_part_of_the_budget(double used)
    {
        var job = TestJobs.UntilDecided() with { Progress = new(2, 126, used, null) };

        var events = await RunAsync(job, [Finished("a", 0, RunState.Ok), Finished("b", 0, RunState.Ok)], Slow("a", 40), Slow("b", 40));

        events.Ended().Length.ShouldBeLessThan(10);
    }

    private static JobEvent.RunEnded Finished(string strategy, int round, RunState state, double seconds = 0.04) => new(
        TestCases.Key(strategy, "mine"),
        new()
        {
            Round = round,
            Warmup = false,
            State = state,
            Verified = state == RunState.Ok,
            Seconds = state == RunState.Ok ? seconds : null,
            Operations = 1
        });

    private ProbeCase[] Cases() => [Sliced("a", 3), Sliced("b", 3), Counted("c", 0)];

    private ProbeCase Sliced(string name, int slices) =>
        new(name) { Slices = [.. Enumerable.Range(0, slices).Select(slice => Counted(name, slice))] };

    private ProbeCase Counted(string name, int slice) => new(name)
    {
        Execute = (context, _) =>
        {
            _executed.Add($"{name}{slice}");
            return context.Database.HashSetAsync("redisperf:probe", "field", "value");
        },
    };

    private static ProbeCase Slow(string name, int milliseconds) => new(name) { Execute = (_, ct) => Task.Delay(milliseconds, ct) };

    private async Task<JobEvent[]> RunAsync(Job job, IEnumerable<JobEvent.RunEnded> finished, params ProbeCase[] cases) =>
        await TestJobs.RunnerOf(server.Target, cases).RunAsync(job, [.. finished], new JobControl()).ToArrayAsync(Ct);
}

using System.Diagnostics;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Running;

public class RunnerTests(RunningServer server) : IClassFixture<RunningServer>
{
    private static readonly string[] FourNames = ["a", "b", "c", "d"];

    private ITarget Target => server.Target;

    [Fact]
    public async Task Warm_ups_come_first_and_are_marked_and_every_round_has_every_case_once()
    {
        var events = await RunAsync(TestJobs.Probe(runs: 3, warmups: 2), Four());

        var ended = events.Ended();
        ended.Select(item => item.Run.Round).ShouldBe(Enumerable.Range(0, 5).SelectMany(round => Enumerable.Repeat(round, 4)));
        ended.ShouldAllBe(item => item.Run.Warmup == item.Run.Round < 2 && item.Run.State == RunState.Ok);
        var rounds = ended.GroupBy(item => item.Run.Round, item => item.Case.Strategy).ToArray();
        rounds.ShouldAllBe(round => round.Order().SequenceEqual(FourNames));
        rounds.Select(round => string.Concat(round)).Distinct().Count().ShouldBeGreaterThan(1);
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }

    [Fact]
    public async Task Job_that_runs_until_decided_ends_at_the_first_check_that_decides_all_comparisons()
    {
        var slow = new ProbeCase("b") { Execute = (_, ct) => Task.Delay(60, ct) };

        var events = await RunAsync(UntilDecided(budgetSeconds: 600), new ProbeCase("a"), slow);

        var rounds = events.Ended().Max(item => item.Run.Round);
        SequentialRule.NextCheck(rounds - 1).ShouldBe(rounds, "it ended at a check");
        var decided = BenchmarkSummaries.Of([.. events.Ended().GroupBy(item => item.Case.Strategy, (name, runs) =>
            TestCases.Of(name, "mine", null, [.. runs.Select(item => item.Run)]))], null, UntilDecided(600).Request with { Baseline = "a" });
        decided.Single(@case => @case.Strategy == "b").Summary!.Ratio.ShouldNotBeNull().Verdict.ShouldBe(Verdict.Slower);
        var progress = events.Progress();
        progress.Select(item => item.Fraction).ShouldBeInOrder();
        progress.ShouldAllBe(item => item.SecondsLeft == null);
        (progress[^1].Fraction, progress[^1].Done).ShouldBe((1, progress[^1].Total));
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }

    [Fact]
    public async Task Opening_a_target_is_cancelled_and_awaited_when_no_further_event_is_read()
    {
        var target = new UnfinishedTarget();

        await foreach (var step in TestJobs.RunnerOf(target, Four()).RunAsync(TestJobs.Probe(runs: 1), Ct))
        {
            step.ShouldBeOfType<JobEvent.Progressed>().Progress.Current.ToText().ShouldBe("mine: starting its container");
            break;
        }

        target.WasCancelled.ShouldBeTrue();
    }

    [Theory]
    [InlineData("c")]
    [InlineData("a")]
    public async Task A_case_that_was_given_up_does_not_keep_a_job_running_until_it_is_decided(string name)
    {
        var calls = 0;
        var failing = new ProbeCase(name) { Execute = (_, ct) => ++calls > 1 ? throw new InvalidOperationException("It fails.") : Task.Delay(5, ct) };
        var slow = new ProbeCase("b") { Execute = (_, ct) => Task.Delay(60, ct) };
        var job = Job.Create(UntilDecided(600).Request with { Strategies = ["a", "b", "c"], Baseline = "a" }, RequestedBy.Cli, DateTimeOffset.UtcNow);

        var events = await RunAsync(job, failing, slow, new ProbeCase(name == "a" ? "c" : "a"));

        events.Ended().Max(item => item.Run.Round).ShouldBeLessThan(28, "the other comparison is clear");
        events.Ended().Where(item => item.Case.Strategy == name).Select(item => item.Run.State)
            .ShouldBe([RunState.Ok, RunState.Failed, RunState.Failed, RunState.Failed]);
    }

    [Fact]
    public async Task Job_that_runs_until_decided_ends_with_its_time_budget()
    {
        var random = new Random(1);
        ProbeCase Random(string name) => new(name) { Execute = (_, ct) => Task.Delay(random.Next(5, 100), ct) };

        var start = Stopwatch.GetTimestamp();
        var events = await RunAsync(UntilDecided(budgetSeconds: 1.5), Random("a"), Random("b"));

        events.Ended().Max(item => item.Run.Round).ShouldBeLessThan(SequentialRule.MaxRounds);
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        Stopwatch.GetElapsedTime(start).TotalSeconds.ShouldBeLessThan(60);
    }

    [Fact]
    public async Task The_seed_decides_the_order()
    {
        var orders = new List<string>();
        foreach (var seed in new[] { 7, 7, 8 })
        {
            orders.Add(string.Concat((await RunAsync(TestJobs.Probe(runs: 3, seed: seed), Four())).Ended().Select(item => item.Case.Strategy)));
        }

        orders[1].ShouldBe(orders[0]);
        orders[2].ShouldNotBe(orders[0]);
    }

    [Fact]
    public async Task Progress_counts_up_to_all_and_never_goes_back()
    {
        var calls = 0;
        var uneven = new ProbeCase("a") { Execute = (_, ct) => Task.Delay(++calls % 2 == 0 ? 150 : 1, ct) };

        var progress = (await RunAsync(TestJobs.Probe(runs: 4, warmups: 1), uneven, new ProbeCase("b"))).Progress();

        progress.Select(item => item.Fraction).ShouldBeInOrder();
        progress.Select(item => item.Done).ShouldBe(Enumerable.Range(0, 11));
        progress.ShouldAllBe(item => item.Total == 10 && item.Fraction >= 0 && item.Fraction <= 1);
        progress[0].ShouldBe(new Progress(0, 10, 0, null) { Current = progress[0].Current, Case = progress[0].Case.ShouldNotBeNull() });
        progress[0].Current.ToText().ShouldNotBeNull().ShouldEndWith(", warm-up");
        progress[^2].Current.ToText().ShouldNotBeNull().ShouldEndWith(", run 4 of 4");
        progress[^1].ShouldBe(new Progress(10, 10, 1, 0));
    }

    [Fact]
    public async Task A_case_that_fails_three_times_in_a_row_stops_and_the_others_continue()
    {
        var failing = new ProbeCase("a") { Execute = (_, _) => throw new InvalidOperationException("It cannot be done") };

        var events = await RunAsync(TestJobs.Probe(runs: 5), failing, new ProbeCase("b"));

        events.Ended().Count(item => item.Case.Strategy == "a").ShouldBe(3);
        events.Ended().Count(item => item.Case.Strategy == "b").ShouldBe(5);
        events.Progress()[0].Total.ShouldBe(10);
        events.Progress()[^1].ShouldBe(new Progress(8, 8, 1, 0));
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }

    [Fact]
    public async Task A_job_whose_cases_all_stopped_fails_with_the_reason_and_keeps_its_runs()
    {
        var events = await RunAsync(TestJobs.Probe(runs: 9), FailingAfter("a", 2), FailingAfter("b", 1));

        events.Runs().Length.ShouldBe(2 + 3 + 1 + 3);
        events.Runs().Count(run => run.State == RunState.Ok).ShouldBe(3);
        var end = events[^1].ShouldBeOfType<JobEvent.Ended>();
        end.State.ShouldBe(JobState.Failed);
        end.Error.ToText().ShouldNotBeNull()
            .ShouldMatch("^The job ended early, because each strategy failed 3 times in a row. Last error: .*It cannot be done");

        static ProbeCase FailingAfter(string name, int runs) =>
            new(name) { Execute = (_, _) => runs-- > 0 ? Task.CompletedTask : throw new InvalidOperationException("It cannot be done") };
    }

    [Fact]
    public async Task A_case_with_occasional_failures_runs_in_every_round()
    {
        var calls = 0;
        var unreliable = new ProbeCase("a")
        { Execute = (_, _) => ++calls % 3 == 0 ? Task.CompletedTask : throw new InvalidOperationException("Not now") };

        var events = await RunAsync(TestJobs.Probe(runs: 9), unreliable);

        events.Runs().Length.ShouldBe(9);
        events.Runs().Count(run => run.State == RunState.Ok).ShouldBe(3);
    }

    [Fact]
    public async Task A_job_without_a_successful_run_fails_with_the_reason()
    {
        var events = await RunAsync(
            TestJobs.Probe(runs: 5), new ProbeCase("a") { Execute = (_, _) => throw new InvalidOperationException("It cannot be done") });

        events.Runs().Length.ShouldBe(3);
        events[^1].ShouldBeOfType<JobEvent.Ended>().State.ShouldBe(JobState.Failed);
        ((JobEvent.Ended)events[^1]).Error.ToText().ShouldNotBeNull().ShouldMatch("^No run succeeded. Last error: .*It cannot be done");
    }

    [Fact]
    public async Task A_failed_verification_has_no_time()
    {
        var wrong = new ProbeCase("a") { Verify = (_, _) => throw VerificationException.CountDiffers("Fields of Account:3", 7, 8) };

        var events = await RunAsync(TestJobs.Probe(runs: 1), wrong);

        events.Runs().Single().ShouldBeNoNumber().ShouldBe("Fields of Account:3: 7 instead of 8.");
    }

    [Fact]
    public async Task A_measurement_that_Execute_and_Verify_both_report_fails_the_run()
    {
        static Task Report(CaseContext context, CancellationToken ct)
        {
            context.Work.Measurements["depth"] = 1;
            return Task.CompletedTask;
        }

        var events = await RunAsync(TestJobs.Probe(runs: 1), new ProbeCase("a") { Execute = Report, Verify = Report });

        events.Runs().Single().ShouldBeNoNumber().ShouldBe("Execute and Verify of the case both report the measurement depth.");
    }

    [Fact]
    public async Task Keys_that_cannot_be_removed_make_a_run_no_number()
    {
        var sticky = new ProbeCase("a") { Teardown = (_, _) => throw new InvalidOperationException("Stuck") };

        (await RunAsync(TestJobs.Probe(runs: 1), sticky)).Runs().Single().ShouldBeNoNumber().ShouldContain("The run's keys were not removed: ");
    }

    [Fact]
    public async Task Cancelled_before_it_starts()
    {
        using var cancel = new CancellationTokenSource();
        await cancel.CancelAsync();

        var events = await TestJobs.RunAsync(RunnerOf(new ProbeCase("a")), TestJobs.Probe(runs: 1), null, cancel.Token);

        events.ShouldBe([new JobEvent.Ended(JobState.Cancelled, null)]);
    }

    [Fact]
    public async Task Cancelled_between_two_runs()
    {
        using var cancel = new CancellationTokenSource();

        var events = await TestJobs.RunAsync(
            RunnerOf(new ProbeCase("a")),
            TestJobs.Probe(runs: 5),
            jobEvent => jobEvent is JobEvent.RunEnded ? cancel.CancelAsync() : Task.CompletedTask,
            cancel.Token);

        events.Runs().Select(run => run.State).ShouldBe([RunState.Ok]);
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Cancelled, null));
    }

    [Theory]
    [InlineData("setup")]
    [InlineData("execute")]
    [InlineData("verify")]
    public async Task Cancelled_in_the_middle_of_a_step_it_still_cleans_up(string step)
    {
        using var cancel = new CancellationTokenSource();
        var cleaned = false;
        var slow = new ProbeCase("a")
        {
            Teardown = (_, ct) =>
            {
                ct.IsCancellationRequested.ShouldBeFalse();
                cleaned = true;
                return Task.CompletedTask;
            },
        };
        Func<CaseContext, CancellationToken, Task> waits = async (_, ct) =>
        {
            cancel.CancelAfter(50);
            await Task.Delay(Timeout.Infinite, ct);
        };
        (slow.Setup, slow.Execute, slow.Verify) = (
            step == "setup" ? waits : slow.Setup, step == "execute" ? waits : slow.Execute, step == "verify" ? waits : slow.Verify);

        var events = await TestJobs.RunAsync(RunnerOf(slow), TestJobs.Probe(runs: 5), null, cancel.Token);

        var run = events.Runs().Single();
        run.State.ShouldBe(RunState.Cancelled);
        run.Seconds.ShouldBeNull();
        cleaned.ShouldBeTrue();
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Cancelled, null));
    }

    [Fact]
    public async Task A_benchmark_that_is_gone_is_a_failed_job()
    {
        var events = await TestJobs.RunAsync(new Runner(Catalogue.Default, _ => Target), TestJobs.Probe(runs: 1), null, Ct);

        events.ShouldBe([new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.UnknownBenchmark, ("benchmark", "probe")))]);
    }

    [Fact]
    public async Task A_target_that_is_gone_is_a_failed_job()
    {
        var events = await TestJobs.RunAsync(
            new Runner(new Catalogue([new ProbeBenchmark(new ProbeCase("a"))]), _ => null), TestJobs.Probe(runs: 1), null, Ct);

        events.ShouldBe([new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.UnknownTarget, ("target", "mine")))]);
    }

    private static Job UntilDecided(double budgetSeconds)
    {
        var job = TestJobs.Probe(runs: SequentialRule.MaxRounds, warmups: 1);
        return job with { Request = job.Request with { Until = RunUntil.Decided, BudgetSeconds = budgetSeconds } };
    }

    private static ProbeCase[] Four() => [.. FourNames.Select(name => new ProbeCase(name))];

    private Runner RunnerOf(params ProbeCase[] cases) => TestJobs.RunnerOf(Target, cases);

    private Task<JobEvent[]> RunAsync(Job job, params ProbeCase[] cases) => TestJobs.RunAsync(RunnerOf(cases), job, null, Ct);
}

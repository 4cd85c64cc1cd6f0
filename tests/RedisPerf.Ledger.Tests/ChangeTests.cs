using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Tests;

public abstract class ChangeTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : ChangeTests(new SqliteStorage());

    private static readonly CaseKey Quick = new("quick", Coordinates.Of("here"));

    [Fact]
    public async Task A_disturbed_run_can_be_excluded_and_included()
    {
        var job = await RunningAsync();
        await RecordAsync(job, SampleBenchmark.Ran("quick", 1, 1), Disturbed("quick", 2, 9));

        (await Ledger.ExcludeRunAsync(job.Id, Quick, 2, exclude: true, Ct)).ShouldBe(ChangeOutcome.Changed);
        await CloseAsync();
        await OpenAsync();
        var quick = (await FindAsync(job)).Cases[0];
        quick.Summary!.Count.ShouldBe(1);
        quick.Summary.Max.ShouldBe(1);
        quick.Runs.Select(run => run.ExcludedByUser).ShouldBe([false, true]);

        (await Ledger.ExcludeRunAsync(job.Id, Quick, 2, exclude: false, Ct)).ShouldBe(ChangeOutcome.Changed);
        (await FindAsync(job)).Cases[0].Summary!.Max.ShouldBe(9);
    }

    [Fact]
    public async Task Only_a_successful_disturbed_run_can_be_excluded()
    {
        var job = await RunningAsync();
        var failed = Disturbed("quick", 2, 1);
        await RecordAsync(
            job,
            Disturbed("quick", 0, 1),
            SampleBenchmark.Ran("quick", 1, 1),
            failed with { Run = failed.Run with { State = RunState.Failed, Seconds = null } },
            Disturbed("slow", 3, 1));

        foreach (var round in new[] { 0, 1, 2, 3 })
        {
            (await Ledger.ExcludeRunAsync(job.Id, Quick, round, exclude: true, Ct)).ShouldBe(ChangeOutcome.Refused, $"round {round}");
        }

        (await Ledger.ExcludeRunAsync(Guid.NewGuid(), Quick, 1, exclude: true, Ct)).ShouldBe(ChangeOutcome.NotFound);
        (await FindAsync(job)).Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => !run.ExcludedByUser);
    }

    [Fact]
    public async Task Excludes_a_single_point_of_a_sweep()
    {
        var job = await RunningAsync();
        await RecordAsync(job, Disturbed("quick", 1, 1, point: 10), Disturbed("quick", 1, 1, point: 20));

        (await Ledger.ExcludeRunAsync(job.Id, Quick with { At = SampleBenchmark.At("here", 20) }, 1, exclude: true, Ct))
            .ShouldBe(ChangeOutcome.Changed);

        (await FindAsync(job)).Cases.Select(@case => @case.Runs.Single().ExcludedByUser).ShouldBe([false, true]);
    }

    [Fact]
    public async Task Excludes_all_disturbed_runs_of_one_job()
    {
        var other = await RunningAsync();
        await RecordAsync(other, Disturbed("quick", 1, 1), new JobEvent.Ended(JobState.Completed, null));
        var job = await RunningAsync(1);
        await RecordAsync(job, Disturbed("quick", 1, 1), SampleBenchmark.Ran("quick", 2, 1), Disturbed("slow", 1, 1, target: "there"));

        (await Ledger.ExcludeDisturbedRunsAsync(job.Id, exclude: true, Ct)).ShouldBe(ChangeOutcome.Changed);

        (await FindAsync(job)).Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.ExcludedByUser == run.IsDisturbed);
        (await FindAsync(other)).Cases[0].Runs.Single().ExcludedByUser.ShouldBeFalse();
    }

    [Fact]
    public async Task Excluding_runs_updates_the_best_case_of_an_ended_job()
    {
        var job = await RunningAsync();
        await RecordAsync(job, SampleBenchmark.Ran("slow", 1, 2), Disturbed("quick", 1, 0.1), SampleBenchmark.Ran("quick", 2, 3),
            new JobEvent.Ended(JobState.Completed, null));
        (await BestAsync()).ShouldBe(new BestCase("quick", Coordinates.Of("here"), 1.55));

        await Ledger.ExcludeRunAsync(job.Id, Quick, 1, exclude: true, Ct);
        (await BestAsync()).ShouldBe(new BestCase("slow", Coordinates.Of("here"), 2));

        await Ledger.ExcludeDisturbedRunsAsync(job.Id, exclude: false, Ct);
        (await BestAsync()).ShouldBe(new BestCase("quick", Coordinates.Of("here"), 1.55));
    }

    [Fact]
    public async Task The_baseline_is_a_strategy_of_the_job_and_the_reference_of_every_ratio()
    {
        var job = await RunningAsync();
        await RecordAsync(job, SampleBenchmark.Ran("slow", 1, 2), SampleBenchmark.Ran("quick", 1, 1));
        (await FindAsync(job)).Cases.Single(@case => @case is { Strategy: "quick", Target: "here" }).Summary!.Ratio!.Baseline.ShouldBe("slow");

        (await Ledger.ChangeBaselineAsync(job.Id, "yardstick", Ct)).ShouldBe(ChangeOutcome.Refused);
        (await Ledger.ChangeBaselineAsync(Guid.NewGuid(), "quick", Ct)).ShouldBe(ChangeOutcome.NotFound);
        (await Ledger.ChangeBaselineAsync(job.Id, "quick", Ct)).ShouldBe(ChangeOutcome.Changed);

        var document = await FindAsync(job);
        document.Request.Baseline.ShouldBe("quick");
        Json(document.Request with { Baseline = null }).ShouldBe(Json(SampleBenchmark.Request));
        document.Cases.Single(@case => @case is { Strategy: "quick", Target: "here" }).Summary!.Ratio.ShouldBeNull();
        document.Cases.Single(@case => @case is { Strategy: "slow", Target: "here" }).Summary!.Ratio!.Baseline.ShouldBe("quick");
        document.State.ShouldBe(JobState.Running);
        (await BestAsync()).ShouldBeNull("the best case is recorded when the job ends");
    }

    [Fact]
    public async Task A_new_baseline_updates_the_ties_of_an_ended_job()
    {
        var job = await RunningAsync();
        await Ledger.ChangeBaselineAsync(job.Id, "quick", Ct);
        double[] varying = [0.9, 0.9, 2, 0.9, 2, 0.9, 2, 0.9];
        await RecordAsync(
            job,
            [
                .. varying.SelectMany((seconds, index) => new[] { SampleBenchmark.Ran("quick", index + 1, seconds),
                    SampleBenchmark.Ran("slow", index + 1, 1), SampleBenchmark.Ran("slowest", index + 1, 1.3) }),
                new JobEvent.Ended(JobState.Completed, null),
            ]);
        (await BestAsync())!.Ties.ShouldBe(["slow", "slowest"]);

        (await Ledger.ChangeBaselineAsync(job.Id, "slow", Ct)).ShouldBe(ChangeOutcome.Changed);

        (await BestAsync())!.Ties.ShouldBe(["slow"], "the other one is slower than the baseline");
    }

    private static JobEvent.RunEnded Disturbed(string strategy, int round, double seconds, string target = "here", long? point = null)
    {
        var ended = SampleBenchmark.Ran(strategy, round, seconds, target, point);
        return ended with { Run = ended.Run with { Disturbed = [Reason.FromText("Others were served.")] } };
    }

    private async Task<JobDocument> FindAsync(Job job) => (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();

    private async Task<BestCase?> BestAsync() => (await Ledger.ListAsync(new(), Ct)).Jobs[0].Best;
}

using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Ledger.Tests;

public abstract class RecordTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : RecordTests(new SqliteStorage());

    [Fact]
    public async Task Records_all_figures_of_a_run()
    {
        var job = await RunningAsync();
        var sample = SampleBenchmark.Ran("quick", 1, 0.123456789012345);
        var timeline = new RunTimeline(0.1, "restart", 0.05, [0.0001, null], [0.0012, null], [5_000, 10], [0, 7]);
        var full = sample with { Run = sample.Run with { Slices = [0.1, 0.0234567], Timeline = timeline } };
        var failed = new JobEvent.RunEnded(new("slow", Coordinates.Of("here")),
            new() { Round = 1, Warmup = false, State = RunState.Failed, Error = Reason.FromText("The server was \"restarted\".") });
        await RecordAsync(job, new JobEvent.Started(SampleBenchmark.Environment), full, failed);
        await CloseAsync();
        await OpenAsync();

        var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();

        Json(document.Environment).ShouldBe(Json(SampleBenchmark.Environment));
        Json(document.Cases.Single(@case => @case is { Strategy: "quick", Target: "here" }).Runs.ShouldHaveSingleItem()).ShouldBe(Json(full.Run));
        Json(document.Cases.Single(@case => @case is { Strategy: "slow", Target: "here" }).Runs.ShouldHaveSingleItem()).ShouldBe(Json(failed.Run));
    }

    [Fact]
    public async Task A_run_that_is_recorded_twice_is_stored_once()
    {
        var job = await RunningAsync();

        await RecordAsync(job, SampleBenchmark.Ran("quick", 1, 1), SampleBenchmark.Ran("quick", 1, 2),
            SampleBenchmark.Ran("quick", 1, 3, point: 100), SampleBenchmark.Ran("quick", 1, 4, point: 100));

        var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();
        document.Cases.SelectMany(@case => @case.Runs).Select(run => run.Seconds).ShouldBe([1, 3]);
    }

    [Fact]
    public async Task Cases_are_in_the_requested_order_with_the_floor_last()
    {
        var job = await RunningAsync();
        await RecordAsync(job, SampleBenchmark.Ran("yardstick", 0, 1), SampleBenchmark.Ran("slow", 0, 2, "there"));

        var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();

        document.Cases.Select(@case => $"{@case.Strategy} {@case.Target} {@case.Runs.Count}").ShouldBe(
            ["quick here 0", "quick there 0", "slow here 0", "slow there 1", "yardstick here 1", "yardstick there 0"]);
    }

    [Fact]
    public async Task The_points_of_a_sweep_are_in_ascending_order()
    {
        var job = await RunningAsync();
        await RecordAsync(job, SampleBenchmark.Ran("slow", 0, 1, point: 1_000), SampleBenchmark.Ran("quick", 0, 1, point: 10),
            SampleBenchmark.Ran("slow", 0, 1, point: 20));

        var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();

        document.Cases.Select(@case => $"{@case.Strategy} {@case.Point}").ShouldBe(["quick 10", "slow 20", "slow 1000"]);
    }

    [Fact]
    public async Task The_document_has_summaries_and_the_list_has_the_best_case()
    {
        var job = await RunningAsync();
        foreach (var round in Enumerable.Range(0, 4))
        {
            await RecordAsync(job, SampleBenchmark.Ran("slow", round, 2 + (0.01 * round)), SampleBenchmark.Ran("quick", round, 1),
                SampleBenchmark.Ran("yardstick", round, 0.5));
        }

        await RecordAsync(job, new JobEvent.Ended(JobState.Completed, null));

        var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();
        document.State.ShouldBe(JobState.Completed);
        document.EndedAt.ShouldBe(Now.AddMinutes(1));
        var quick = document.Cases[0].Summary.ShouldNotBeNull();
        quick.Count.ShouldBe(3);
        quick.FloorRatio.ShouldBe(2);
        quick.Ratio.ShouldNotBeNull().Verdict.ShouldBe(Verdict.Faster);
        var listed = (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldHaveSingleItem();
        var best = listed.Best.ShouldNotBeNull();
        (best.Strategy, best.At, best.Median).ShouldBe(("quick", Coordinates.Of("here"), 1.0));
        best.Ties.ShouldNotBeNull().ShouldBeEmpty("it is faster than all others");
    }

    [Theory]
    [InlineData(JobState.Completed, "slow")]
    [InlineData(JobState.Cancelled, null)]
    public async Task An_undecided_lead_is_listed_with_its_names_and_only_a_completed_job_has_a_leader(JobState state, string? tied)
    {
        var job = await RunningAsync();
        JobEvent[] runs = [.. new[] { 1.0, 1.2, 0.9 }.SelectMany(
            (seconds, round) => new[] { SampleBenchmark.Ran("quick", round + 1, seconds), SampleBenchmark.Ran("slow", round + 1, 2.05 - seconds) })];

        await RecordAsync(job, [.. runs, new JobEvent.Ended(state, null)]);

        var listed = (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldHaveSingleItem();
        listed.Best.ShouldNotBeNull().Ties.ShouldHaveSingleItem();
        listed.Leader.ShouldBeNull("two requested rounds are too few");
        var longer = listed with { Document = listed.Document with { Request = listed.Document.Request with { Runs = 3 } } };
        longer.Leader?.Ties?.Append(longer.Leader.Strategy).Single(name => name != "quick").ShouldBe(tied);
        (longer.Leader is null).ShouldBe(tied is null);
    }

    [Theory]
    [InlineData(0.001, true)]
    [InlineData(0.2, false)]
    public async Task Strategies_that_are_the_same_are_listed_as_such(double noise, bool areSame)
    {
        var job = await RunningAsync();
        JobEvent[] runs = [.. new[] { 1.0, -1, 0.5 }.SelectMany((sign, round) => new[]
        {
            SampleBenchmark.Ran("quick", round + 1, 1 + (sign * noise)), SampleBenchmark.Ran("slow", round + 1, 1 - (sign * noise)),
        })];

        await RecordAsync(job, [.. runs, new JobEvent.Ended(JobState.Completed, null)]);

        var best = (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldHaveSingleItem().Best.ShouldNotBeNull();
        best.Ties.ShouldHaveSingleItem();
        best.AreSame.ShouldBe(areSame);
    }

    [Fact]
    public async Task The_best_case_is_ranked_against_those_at_its_place()
    {
        var job = await RunningAsync();
        JobEvent[] runs = [.. Enumerable.Range(1, 3).SelectMany(round => new[]
        {
            SampleBenchmark.Ran("quick", round, 1 + (round / 100.0)), SampleBenchmark.Ran("slow", round, 2),
            SampleBenchmark.Ran("quick", round, 1.06 - (round / 50.0), "there"), SampleBenchmark.Ran("slow", round, 3, "there"),
        })];

        await RecordAsync(job, [.. runs, new JobEvent.Ended(JobState.Completed, null)]);

        var best = (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldHaveSingleItem().Best.ShouldNotBeNull();
        (best.Strategy, best.Ties?.Count).ShouldBe(("quick", 0));
    }

    [Fact]
    public async Task A_job_with_fewer_counted_rounds_than_a_comparison_needs_has_no_best_case()
    {
        var job = SampleBenchmark.Job(Now) with { Request = SampleBenchmark.Request with { Runs = 63, Until = RunUntil.Decided } };
        await Ledger.EnqueueAsync(job, int.MaxValue, Ct);
        await Ledger.StartAsync(job.Id, Node, () => Now, [], Ct);

        await RecordAsync(
            job, SampleBenchmark.Ran("quick", 1, 1.0), SampleBenchmark.Ran("slow", 1, 2.0), new JobEvent.Ended(JobState.Completed, null));

        var listed = (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldHaveSingleItem();
        (listed.Best, listed.Leader).ShouldBe((null, null));
    }

    [Fact]
    public async Task A_job_without_a_successful_run_has_no_best_case()
    {
        var job = await RunningAsync();
        await RecordAsync(job, SampleBenchmark.Ran("quick", 0, 1), new JobEvent.Ended(JobState.Failed, Reason.FromText("No run succeeded.")));

        var listed = (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldHaveSingleItem();

        listed.Best.ShouldBeNull();
        listed.Document.Error.ToText().ShouldBe("No run succeeded.");
    }

    [Fact]
    public async Task Progress_is_the_last_recorded_one()
    {
        var job = await RunningAsync();
        await RecordAsync(job, new JobEvent.Progressed(new(1, 9, 0.1, null) { Current = Reason.FromText("a") }),
            new JobEvent.Progressed(new(2, 9, 0.25, 3.5) { Current = Reason.FromText("b") }));

        (await Ledger.FindAsync(job.Id, Ct))!.Progress.ShouldBe(new Progress(2, 9, 0.25, 3.5) { Current = Reason.FromText("b") });
    }

    [Fact]
    public async Task Rejects_events_of_a_job_that_is_not_running()
    {
        var queued = await QueuedAsync();
        var ended = await EndedAsync(1);

        await Should.ThrowAsync<InvalidOperationException>(() => RecordAsync(queued, SampleBenchmark.Ran("quick", 0, 1)));
        await Should.ThrowAsync<InvalidOperationException>(() => RecordAsync(ended, SampleBenchmark.Ran("quick", 2, 1)));
        await Should.ThrowAsync<InvalidOperationException>(() => RecordAsync(ended, new JobEvent.Ended(JobState.Failed, Reason.FromText("again"))));
        (await Ledger.FindAsync(ended.Id, Ct))!.State.ShouldBe(JobState.Completed);
    }

    [Fact]
    public async Task Deleting_a_job_deletes_its_runs()
    {
        var job = await EndedAsync();
        await EndedAsync(1);

        await Ledger.DeleteAsync(job.Id, Ct);

        await using var connection = await ConnectAsync();
        (await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM runs")).ShouldBe(1);
    }

    [Fact]
    public async Task Two_hundred_readers_see_consistent_states_during_writes()
    {
        const int Rounds = 100;
        var job = await RunningAsync();
        var writer = Task.Run(async () =>
        {
            for (var round = 0; round < Rounds; round++)
            {
                await RecordAsync(job, SampleBenchmark.Ran("quick", round, 1), new JobEvent.Progressed(new(round + 1, Rounds, 0, null)));
            }
        }, Ct);
        var readers = Enumerable.Range(0, 200).Select(_ => Task.Run(async () =>
        {
            var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();
            var runs = document.Cases[0].Runs.Count;
            var done = document.Progress?.Done ?? 0;
            // A run is written before its progress: one state shows both, or the run alone.
            (runs - done).ShouldBeInRange(0, 1);
            (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldHaveSingleItem();
        }, Ct));

        await Task.WhenAll(readers.Append(writer));

        (await Ledger.FindAsync(job.Id, Ct))!.Cases[0].Runs.Count.ShouldBe(Rounds);
    }

    [Fact]
    public async Task Runs_of_two_clients_are_two_cases()
    {
        var job = await RunningAsync();
        await RecordAsync(job, SampleBenchmark.Ran("quick", 1, 1.5, client: "2"), SampleBenchmark.Ran("quick", 1, 1.25, client: "3"),
            new JobEvent.Ended(JobState.Completed, null));

        var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();

        document.Cases.Where(@case => @case.Runs.Count > 0).Select(@case => (@case.Client, @case.Runs.Single().Seconds))
            .ShouldBe([("2", 1.5), ("3", 1.25)]);
        (await Ledger.ListAsync(new(), Ct)).Jobs.Single().Best!.At.Client.ShouldBe("3");
    }
}

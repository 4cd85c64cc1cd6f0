using System.Data.Common;
using System.Globalization;
using System.Runtime.CompilerServices;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Ledger.Targets;

namespace RedisPerf.Ledger.Tests;

/// <summary>A ledger that version 29 wrote, in Version29/: it is upgraded when it is opened.</summary>
public abstract class UpgradeTests(LedgerStorage storage, string schema) : IAsyncLifetime
{
    public sealed class OnSqlite() : UpgradeTests(new SqliteStorage(), "sqlite.sql");

    private static NodeIdentity Node { get; } = new("here", Guid.NewGuid(), "machine");

    private static DateTimeOffset Now { get; } = new(2026, 11, 22, 10, 0, 0, TimeSpan.Zero);

    public async ValueTask InitializeAsync()
    {
        await storage.CreateEmptyAsync(Ct);
        await using var connection = await ConnectAsync();
        await connection.ExecuteAsync(await ReadAsync(schema));
        await connection.ExecuteAsync(await ReadAsync("rows.sql"));
    }

    public async ValueTask DisposeAsync()
    {
        await storage.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    [Fact]
    public async Task All_its_jobs_and_runs_are_read()
    {
        await using var ledger = await OpenAsync();

        var listed = (await ledger.ListAsync(new(), Ct)).Jobs;

        var jobs = new List<string>();
        foreach (var job in listed.Reverse())
        {
            jobs.Add(Line((await ledger.FindAsync(job.Document.Id, Ct)).ShouldNotBeNull()));
        }

        jobs.ShouldBe(
        [
            "#1 completed 10:01, 5 runs, rounds, 4 of 4",
            "#2 failed 10:01 noReplyInTime, 1 runs, rounds",
            "#3 cancelled 10:01, 1 runs, rounds",
            "#4 interrupted 10:01 processStopped, 1 runs, rounds",
            "#5 completed 10:01, 1 runs, rounds",
            "#6 completed 10:01, 1 runs, rounds",
            "#7 completed 10:01, 1 runs, rounds",
            "#8 running, 1 runs, decided within 60 s, 0 of 5",
            "#9 interrupted 10:01 processStopped, 2 runs, decided within 60 s",
            "#10 queued, 2 runs, decided within 30.5 s",
            "#11 queued, 0 runs, rounds",
            "#12 queued, 0 runs, rounds",
        ]);
        listed[^1].Best.ShouldBe(new BestCase("quick", Coordinates.Of("here"), 0.9, Ties: null));
        (await ledger.QueuedAsync(Ct)).Select(job => job.Number).ShouldBe([11, 10, 12], "a job without an order runs first");
        (await new BaselineLedger(ledger.Database).ListAsync(Ct)).Select(baseline => baseline.JobId).Distinct().ShouldBe([listed[^1].Document.Id]);
        (await ledger.ListAsync(new(Starred: true), Ct)).Jobs.ShouldHaveSingleItem().Document.Number.ShouldBe(1);
        var next = SampleBenchmark.Job(Now);
        await ledger.EnqueueAsync(next, int.MaxValue, Ct);
        (await ledger.FindJobAsync(next.Id, Ct)).ShouldNotBeNull().Number.ShouldBe(13);
    }

    [Theory]
    [InlineData("mget", "here", "100", null, "target=here&keysPerCall=100")]
    [InlineData("load", "a=b&c%", "5", "2.13.17", "target=a%3Db%26c%25&client=2.13.17&rates=5")]
    [InlineData("insert", "here", null, "3", "target=here&client=3")]
    [InlineData("another", "here", "7", null, "target=here&point=7")]
    public async Task Its_cases_and_alerts_have_coordinates(string benchmark, string target, string? point, string? client, string at)
    {
        await using (var connection = await ConnectAsync())
        {
            await connection.ExecuteAsync(
                $"UPDATE jobs SET benchmark = @benchmark, best_target = @target, best_point = {point ?? "NULL"}, best_client = @client "
                    + "WHERE best_target IS NOT NULL", new { benchmark, target, client });
            await connection.ExecuteAsync(
                $"UPDATE runs SET target = @target, point = {point ?? "NULL"}, client_name = @client "
                    + "WHERE job_id IN (SELECT id FROM jobs WHERE best_target IS NOT NULL)", new { target, client });
            await connection.ExecuteAsync(
                $"UPDATE alerts SET benchmark = @benchmark, target = @target, point = {point ?? "NULL"}, client = @client",
                new { benchmark, target, client });
        }

        await using var ledger = await OpenAsync();

        var job = (await ledger.ListAsync(new(), Ct)).Jobs[^1];
        var document = (await ledger.FindAsync(job.Document.Id, Ct)).ShouldNotBeNull();
        job.Best.ShouldNotBeNull().At.ToString().ShouldBe(at);
        document.Cases.Where(@case => @case.Runs.Count > 0).Select(@case => @case.At.ToString()).Distinct().ShouldBe([at]);
        (await new AlertLedger(ledger.Database).ListAsync(null, null, 10, ct: Ct)).ShouldHaveSingleItem().At.ToString().ShouldBe(at);
    }

    [Fact]
    public async Task An_excluded_run_remains_excluded()
    {
        await using var ledger = await OpenAsync();

        var document = (await ledger.FindAsync(await IdOfAsync(ledger, 1), Ct)).ShouldNotBeNull();

        document.Cases.SelectMany(@case => @case.Runs).Where(run => run.ExcludedByUser).ShouldHaveSingleItem().Disturbed
            .ShouldBe([Reason.Of(ReasonCode.NoReplyInTime)]);
    }

    [Fact]
    public async Task Its_schedules_reviews_and_alerts_are_read()
    {
        await using var ledger = await OpenAsync();

        var schedule = (await new ScheduleLedger(ledger.Database).ListAsync(Ct)).ShouldHaveSingleItem();
        var reviewed = await new ScheduledRunLedger(ledger.Database, SampleBenchmark.Catalogue).ListAsync("daily", 10, ct: Ct);
        var alert = (await new AlertLedger(ledger.Database).ListAsync(null, null, 10, ct: Ct)).ShouldHaveSingleItem();

        (schedule.MissedCount, schedule.Missed.ShouldHaveSingleItem().Reason).ShouldBe((1, Reason.FromText("away")));
        reviewed.Select(run => (run.Job.Number, run.State, run.Rerun?.Number, run.Reason)).ShouldBe(
            [(5, ScheduledRunState.Slower, 6, null), (7, ScheduledRunState.Unconfirmed, null, Reason.FromText("It said \"slower\"."))],
            ignoreOrder: true);
        (alert.Strategy, alert.Ratio, alert.Schedule).ShouldBe(("quick", new(2, 1.9, 2.1), "daily"));
        (await new WebhookOutbox(ledger.Database).NextAsync(Now, Ct)).ShouldNotBeNull().Body.ShouldContain($"{alert.Id}");
        (await new TargetLedger(ledger.Database).ListAsync(Ct)).ShouldHaveSingleItem().Name.ShouldBe("added");
        (await new LeftKeyLedger(ledger.Database).ListAsync(Ct)).ShouldBeEmpty("the job that may have left keys runs");
    }

    [Fact]
    public async Task Added_rounds_that_wait_are_measured_or_cancelled()
    {
        await using var ledger = await OpenAsync();
        var id = await IdOfAsync(ledger, 10);
        await RecoverAsync(ledger);
        var job = (await ledger.StartAsync(id, Node, () => Now, [], Ct)).ShouldNotBeNull();
        await ledger.RecordAsync(id, job.Lease, SampleBenchmark.Ran("quick", 2, 1.5), Now, Ct);
        await ledger.RecordAsync(id, job.Lease, new JobEvent.Ended(JobState.Completed, null), Now.AddMinutes(1), Ct);

        Line(await FindAsync(ledger, 10)).ShouldBe("#10 completed 10:01, 3 runs, decided within 30.5 s");
    }

    [Fact]
    public async Task A_cancelled_continuation_leaves_the_job_as_before_with_its_changed_baseline()
    {
        await using var ledger = await OpenAsync();

        (await ledger.CancelQueuedAsync(await IdOfAsync(ledger, 10), Now, Ct)).ShouldBeTrue();

        var job = await FindAsync(ledger, 10);
        Line(job).ShouldBe("#10 failed 10:01 noReplyInTime, 2 runs, rounds, 2 of 4");
        job.Request.Baseline.ShouldBe("quick");
    }

    [Fact]
    public async Task A_continuation_whose_process_was_killed_leaves_the_job_as_before()
    {
        await using var ledger = await OpenAsync();

        await RecoverAsync(ledger);

        Line(await FindAsync(ledger, 8)).ShouldBe("#8 completed 10:01 processEnded, 1 runs, rounds, 3 of 3");
    }

    [Fact]
    public async Task An_interrupted_continuation_is_resumed_and_its_cancel_ends_the_job_as_before_with_the_added_run()
    {
        await using var ledger = await OpenAsync();
        var id = await IdOfAsync(ledger, 9);

        (await new RequeueLedger(ledger.Database).ResumeAsync(id, int.MaxValue, Ct)).ShouldBe(ChangeOutcome.Changed);
        (await ledger.CancelQueuedAsync(id, Now, Ct)).ShouldBeTrue();

        Line(await FindAsync(ledger, 9)).ShouldBe("#9 failed 10:00 noReplyInTime, 2 runs, decided within 60 s");
    }

    [Fact]
    public async Task Its_schema_is_that_of_a_new_ledger()
    {
        await (await OpenAsync()).DisposeAsync();
        var upgraded = await SchemaAsync(storage);

        await using var other = (LedgerStorage)Activator.CreateInstance(storage.GetType())!;
        await other.CreateEmptyAsync(Ct);
        await (await JobLedger.OpenAsync(other.Ledger, other.Folder, SampleBenchmark.Catalogue, Ct)).DisposeAsync();

        upgraded.ShouldBe(await SchemaAsync(other));
    }

    private static string Line(JobDocument job) =>
        string.Create(CultureInfo.InvariantCulture, $"#{job.Number} {job.State.ToWord()}")
        + (job.EndedAt is { } ended ? ended.ToString(" HH:mm", CultureInfo.InvariantCulture) : "")
        + (job.Error is { } error ? $" {error.Code.ToWord()}" : "")
        + string.Create(CultureInfo.InvariantCulture, $", {job.Cases.Sum(@case => @case.Runs.Count)} runs, {job.Request.Until.ToWord()}")
        + (job.Request.BudgetSeconds is { } budget ? string.Create(CultureInfo.InvariantCulture, $" within {budget} s") : "")
        + (job.Progress is { } progress ? string.Create(CultureInfo.InvariantCulture, $", {progress.Done} of {progress.Total}") : "");

    private static async Task<JobDocument> FindAsync(JobLedger ledger, long number) =>
        (await ledger.FindAsync(await IdOfAsync(ledger, number), Ct)).ShouldNotBeNull();

    private static Task<Recovery> RecoverAsync(JobLedger ledger) => new RecoveryLedger(ledger).RecoverAsync(Node.Name, Now, TimeSpan.Zero, Ct);

    private static async Task<Guid> IdOfAsync(JobLedger ledger, long number) => (await ledger.FindIdAsync(number, Ct)).ShouldNotBeNull();

    // Columns in any order, and the definitions of indexes, constraints and triggers.
    private static async Task<string[]> SchemaAsync(LedgerStorage storage)
    {
        await using var connection = storage.Connect();
        await connection.OpenAsync(Ct);
        var parts = storage is SqliteStorage
            ? await connection.QueryAsync<string>(
                """
                SELECT m.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || COALESCE(c.dflt_value, '') || ' ' || c.pk
                FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'
                UNION ALL SELECT m.name || ' -> ' || f."table" || ' ' || f."from" || ' ' || f.on_delete
                FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
                UNION ALL SELECT sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
                UNION ALL SELECT name FROM sqlite_master
                """)
            : await connection.QueryAsync<string>(
                """
                SELECT concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default)
                FROM information_schema.columns WHERE table_schema = 'public'
                UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
                UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
                WHERE connamespace = 'public'::regnamespace
                UNION ALL SELECT pg_get_viewdef('counted_runs'::regclass)
                UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
                UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
                """);
        return [.. parts.Order(StringComparer.Ordinal)];
    }

    private static Task<string> ReadAsync(string name, [CallerFilePath] string caller = "") =>
        File.ReadAllTextAsync(Path.Combine(Path.GetDirectoryName(caller)!, "Version29", name), Ct);

    private Task<JobLedger> OpenAsync() => JobLedger.OpenAsync(storage.Ledger, storage.Folder, SampleBenchmark.Catalogue, Ct);

    private async Task<DbConnection> ConnectAsync()
    {
        var connection = storage.Connect();
        await connection.OpenAsync(Ct);
        return connection;
    }
}

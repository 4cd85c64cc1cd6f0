using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.Moving;
using RedisPerf.Ledger.Targets;
using RedisPerf.Ledger.Tests;

namespace RedisPerf.Ledger.Proofs;

/// <summary>A ledger in a folder, and an empty one in a PostgreSQL database.</summary>
public sealed class LedgerMoveTests() : LedgerTest(new SqliteStorage())
{
    private readonly PostgreSqlStorage _postgreSql = new();

    private string Source => $"sqlite:{Folder}";

    public override async ValueTask InitializeAsync()
    {
        await _postgreSql.CreateAsync(Ct);
        await base.InitializeAsync();
        await FillAsync();
    }

    public override async ValueTask DisposeAsync()
    {
        await _postgreSql.DisposeAsync();
        await base.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    [Fact]
    public async Task A_ledger_is_the_same_in_PostgreSQL_and_in_SQLite_again()
    {
        var before = await ContentAsync(Ledger);
        await CloseAsync();

        var there = await MoveAsync(Source, _postgreSql.Ledger);
        await using (var moved = await JobLedger.OpenAsync(_postgreSql.Ledger, _postgreSql.Folder, SampleBenchmark.Catalogue, Ct))
        {
            (await ContentAsync(moved)).ShouldBe(before);
        }

        var folder = Path.Combine(Folder, "again");
        var back = await MoveAsync(_postgreSql.Ledger, $"sqlite:{folder}");
        await using var again = await JobLedger.OpenAsync(folder, SampleBenchmark.Catalogue, Ct);

        back.ShouldBe(there);
        there.ShouldContain(sum => sum.Table == "runs" && sum.Rows == 12);
        (await ContentAsync(again)).ShouldBe(before);
        var next = SampleBenchmark.Job(Now.AddDays(1));
        await again.EnqueueAsync(next, int.MaxValue, Ct);
        (await again.FindJobAsync(next.Id, Ct)).ShouldNotBeNull().Number.ShouldBe(9);
    }

    [Theory]
    [InlineData("jobs")]
    [InlineData("runs")]
    [InlineData("webhook_messages")]
    public async Task An_interrupted_move_leaves_the_target_empty_and_can_be_repeated(string last)
    {
        await CloseAsync();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Ct);

        await Should.ThrowAsync<OperationCanceledException>(() => LedgerMove.RunAsync(
            Source, _postgreSql.Ledger, table => (table.Table == last ? stop : null)?.Cancel(), stop.Token));

        await using (var connection = _postgreSql.Connect())
        {
            (await connection.ExecuteScalarAsync<int>(
                "SELECT (SELECT COUNT(*) FROM jobs) + (SELECT COUNT(*) FROM runs) + (SELECT COUNT(*) FROM schedules)")).ShouldBe(0);
        }

        var first = await MoveAsync(Source, _postgreSql.Ledger);
        (await MoveAsync(Source, _postgreSql.Ledger)).ShouldBe(first);
    }

    [Fact]
    public async Task A_target_with_other_jobs_is_rejected_and_not_changed()
    {
        await CloseAsync();
        await using var target = await JobLedger.OpenAsync(_postgreSql.Ledger, _postgreSql.Folder, SampleBenchmark.Catalogue, Ct);
        var other = SampleBenchmark.Job(Now.AddDays(2));
        await target.EnqueueAsync(other, int.MaxValue, Ct);

        var error = await Should.ThrowAsync<LedgerException>(() => MoveAsync(Source, _postgreSql.Ledger));

        error.Message.ShouldBe($"The target has 1 jobs that the source does not have, for example {other.Id}. "
            + "Move the ledger to an empty database. The target was not changed.");
        (await target.QueuedAsync(Ct)).ShouldHaveSingleItem().Id.ShouldBe(other.Id);
    }

    // A trigger of the database loses a row, or changes a value.
    [Theory]
    [InlineData(
        "CASE WHEN NEW.round = 3 THEN NULL ELSE NEW END", "The table runs has 12 rows with the checksum ", " in the source, and 11 rows with ")]
    [InlineData(
        "jsonb_populate_record(NEW, '{\"seconds\": 99}')", "The table runs has 12 rows with the checksum ", " in the source, and 12 rows with ")]
    public async Task Rows_that_differ_after_the_copy_are_reported_and_the_target_is_not_changed(string changed, string start, string part)
    {
        await CloseAsync();
        await using var connection = _postgreSql.Connect();
        await connection.OpenAsync(Ct);
        await connection.ExecuteAsync($"CREATE FUNCTION change_run() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN {changed}; "
            + "END $$; CREATE TRIGGER change_run BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION change_run()");
        try
        {
            var copied = new List<TableSum>();

            var error = await Should.ThrowAsync<LedgerException>(() => LedgerMove.RunAsync(Source, _postgreSql.Ledger, copied.Add, Ct));

            error.Message.ShouldStartWith(start);
            error.Message.ShouldContain(part);
            error.Message.ShouldEndWith(" in the target. The target was not changed.");
            copied.ShouldNotContain(sum => sum.Table == "runs");
            (await connection.ExecuteScalarAsync<int>("SELECT (SELECT COUNT(*) FROM jobs) + (SELECT COUNT(*) FROM runs)")).ShouldBe(0);
        }
        finally
        {
            // Another test uses the database again.
            await connection.ExecuteAsync("DROP FUNCTION change_run CASCADE");
        }
    }

    [Fact]
    public async Task A_ledger_in_use_is_rejected() =>
        (await Should.ThrowAsync<LedgerException>(() => MoveAsync(Source, _postgreSql.Ledger))).Message
            .ShouldStartWith($"Another RedisPerf uses the data folder {Folder}.");

    [Fact]
    public async Task A_row_that_PostgreSQL_cannot_store_is_named()
    {
        await CloseAsync();
        await using (var connection = await ConnectAsync())
        {
            await connection.ExecuteAsync("UPDATE jobs SET best_median = 'many' WHERE number = 2");
        }

        (await Should.ThrowAsync<LedgerException>(() => MoveAsync(Source, _postgreSql.Ledger))).Message
            .ShouldStartWith("The table jobs has a row with the invalid best_median \"many\".");
    }

    [Fact]
    public async Task Places_that_are_not_two_kinds_or_have_no_ledger_are_rejected()
    {
        var missing = Path.Combine(Folder, "missing");

        (await Should.ThrowAsync<LedgerException>(() => MoveAsync(Source, $"sqlite:{missing}"))).Message
            .ShouldStartWith("A ledger is moved between SQLite and PostgreSQL:");
        (await Should.ThrowAsync<LedgerException>(() => MoveAsync(_postgreSql.Ledger, _postgreSql.Ledger))).Message
            .ShouldStartWith("A ledger is moved between SQLite and PostgreSQL:");
        (await Should.ThrowAsync<LedgerException>(() => MoveAsync($"sqlite:{missing}", _postgreSql.Ledger))).Message
            .ShouldBe($"There is no ledger in the folder \"{missing}\": it has no file ledger.db.");
        Directory.Exists(missing).ShouldBeFalse();
    }

    [Fact]
    public void The_checksum_depends_on_each_value_and_not_on_the_order_of_the_rows()
    {
        object?[][] rows = [["a", 1L, true, 0.5, null], ["b", 2L, false, -0.0, "x"]];

        SumOf(rows[1], rows[0]).ShouldBe(SumOf(rows));
        SumOf(rows[0], ["b", 2L, false, 0.0, "x"]).ShouldBe(SumOf(rows));
        object?[][] others = [["b", 2L, false, 0.0, "y"], ["b", 2L, true, 0.0, "x"], ["b", 3L, false, 0.0, "x"],
            ["b", 2L, false, 1e-300, "x"], ["b", 2L, false, 0.0, null], ["", 2L, false, 0.0, "x"]];
        others.Select(other => SumOf(rows[0], other)).Append(SumOf(rows)).Append(SumOf([.. rows, rows[0]])).Append(SumOf(rows[0])).ShouldBeUnique();

        static string SumOf(params object?[][] rows)
        {
            var sum = new RowSum();
            foreach (var row in rows)
            {
                sum.Add(row);
            }

            return sum.Checksum;
        }
    }

    private static async Task<List<TableSum>> MoveAsync(string from, string to)
    {
        var tables = new List<TableSum>();
        await LedgerMove.RunAsync(from, to, tables.Add, Ct);
        return tables;
    }

    private async Task FillAsync()
    {
        for (var number = 0; number < 4; number++)
        {
            var job = await EndedAsync(number * 10, number == 3 ? JobState.Failed : JobState.Completed);
            await new JobHistory(Ledger.Database).ChangeNoteAsync(job.Id, $"Übergröße {number}\0", Ct);
            await new JobHistory(Ledger.Database).StarAsync(job.Id, number == 1, Ct);
            await (number == 2 ? new BaselineLedger(Ledger.Database).PinAsync(job.Id, Now, Ct) : Task.CompletedTask);
        }

        var running = await RunningAsync(100);
        for (var round = 0; round < 8; round++)
        {
            await RecordAsync(running, SampleBenchmark.Ran("quick", round, 1.0 / (round + 3)));
        }

        await QueuedAsync(200);
        await QueuedAsync(300);
        await Ledger.DeleteAsync((await EndedAsync(400)).Id, Ct);
        var schedule = new Schedule
        { Id = Guid.CreateVersion7(Now), Name = "daily", Cron = "0 0 * * *", TimeZone = "UTC", Request = SampleBenchmark.Request, CreatedAt = Now };
        await new ScheduleLedger(Ledger.Database).AddAsync(schedule, Now, Ct);
        await new ScheduleLedger(Ledger.Database).MissAsync(schedule.Id, Now, Now.AddDays(1), [new(Now, Reason.FromText("away"))], 1, Ct);
        await new TargetLedger(Ledger.Database).SaveAsync(new() { Name = "added", Connection = "encrypted" }, Now, Ct);
    }

    private static async Task<string> ContentAsync(JobLedger ledger)
    {
        var listed = (await ledger.ListAsync(new(Limit: 100), Ct)).Jobs;
        var documents = new List<JobDocument?>();
        foreach (var job in listed)
        {
            documents.Add(await ledger.FindAsync(job.Document.Id, Ct));
        }

        return Json(new
        {
            listed,
            documents,
            found = (await ledger.ListAsync(new(Search: "ubergroße quick"), Ct)).Jobs.Select(job => job.Document.Id),
            queue = await ledger.QueuedAsync(Ct),
            baselines = await new BaselineLedger(ledger.Database).ListAsync(Ct),
            schedules = await new ScheduleLedger(ledger.Database).ListAsync(Ct),
            targets = await new TargetLedger(ledger.Database).ListAsync(Ct),
        });
    }
}

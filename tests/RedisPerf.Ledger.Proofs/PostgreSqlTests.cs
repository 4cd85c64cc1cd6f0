using System.Diagnostics;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.PostgreSql;
using RedisPerf.Ledger.Tests;

namespace RedisPerf.Ledger.Proofs;

/// <summary>The schema of PostgreSQL, and several instances on one database.</summary>
public sealed class PostgreSqlTests() : LedgerTest(new PostgreSqlStorage())
{
    [Fact]
    public async Task Ten_instances_that_start_at_the_same_time_on_an_empty_database_migrate_it_once()
    {
        var connectionString = await NewDatabaseAsync("ten");

        var databases = await Task.WhenAll(Enumerable.Range(0, 10).Select(_ => Task.Run(
            () => PostgreSqlDatabase.OpenAsync(connectionString, null, Ct), Ct)));

        (await databases[0].ReadAsync(connection => connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM job_numbers"), Ct)).ShouldBe(1);
        (await databases[9].ReadAsync(connection => connection.ExecuteScalarAsync<int>("SELECT version FROM ledger_version"), Ct))
            .ShouldBe(PostgreSqlSchema.Version);
        foreach (var database in databases)
        {
            await database.DisposeAsync();
        }
    }

    [Fact]
    public void Each_migration_exists_for_both_databases() => Migrations.PostgreSql.Versions.ShouldBe(Migrations.Sqlite.Versions);

    [Fact]
    public async Task Both_databases_have_the_same_tables_and_columns()
    {
        await using var connection = await ConnectAsync();
        var columns = await connection.QueryAsync<string>(
            "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public'");
        await using var sqlite = new SqliteStorage();
        await (await JobLedger.OpenAsync(sqlite.Folder, SampleBenchmark.Catalogue, Ct)).DisposeAsync();
        await using var file = sqlite.Connect();
        var expected = await file.QueryAsync<string>("SELECT m.name || '.' || c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c "
            + "WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite_%'");

        columns.Where(IsShared).ShouldBe(expected.Where(IsShared), ignoreOrder: true);

        static bool IsShared(string column) => !column.StartsWith("job_words") && !column.StartsWith("ledger_version");
    }

    [Fact]
    public async Task All_text_is_compared_by_bytes()
    {
        await using var connection = await ConnectAsync();

        (await connection.QueryAsync<string>("SELECT table_name || '.' || column_name FROM information_schema.columns "
            + "WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'")).ShouldBeEmpty();
    }

    [Fact]
    public async Task The_writers_of_all_instances_are_serialized()
    {
        const int Limit = 10;
        await using var other = await SecondAsync();
        var queued = 0;

        // A writer waits for 1.5 seconds. On a busy machine, more writers at a time wait longer for each other.
        await Parallel.ForAsync(0, 30, new ParallelOptions { MaxDegreeOfParallelism = 6, CancellationToken = Ct }, async (second, ct) =>
        {
            try
            {
                await (second % 2 == 0 ? Ledger : other).EnqueueAsync(SampleBenchmark.Job(Now.AddSeconds(second)), Limit, ct);
                Interlocked.Increment(ref queued);
            }
            catch (QueueFullException)
            {
                // The limit is reached.
            }
        });

        queued.ShouldBe(Limit);
        (await Ledger.QueuedAsync(Ct)).Select(job => job.Number).ShouldBe(Enumerable.Range(1, Limit).Select(number => (long?)number));
    }

    [Fact]
    public async Task A_job_is_started_by_one_instance()
    {
        await using var other = await SecondAsync();
        var job = await QueuedAsync();

        var started = await Task.WhenAll(
            new[] { Ledger, other, Ledger, other }.Select(ledger => Task.Run(() => ledger.StartAsync(job.Id, Node, () => Now, [], Ct), Ct)));

        started.OfType<Job>().ShouldHaveSingleItem();
    }

    [Fact]
    public async Task A_read_returns_one_state_while_another_instance_writes()
    {
        await using var other = await SecondAsync();

        var (before, after) = await Ledger.Database.ReadAsync(
            async connection =>
            {
                var first = await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM jobs");
                await other.EnqueueAsync(SampleBenchmark.Job(Now), int.MaxValue, Ct);
                return (first, await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM jobs"));
            },
            Ct);

        (before, after).ShouldBe((0, 0));
        (await Ledger.CountQueuedAsync(Ct)).ShouldBe(1);
    }

    [Fact]
    public async Task A_failed_write_leaves_nothing()
    {
        await Should.ThrowAsync<InvalidOperationException>(() => Ledger.Database.WriteAsync<int>(
            async connection =>
            {
                await JobLedger.EnqueueAsync(connection, SampleBenchmark.Job(Now), int.MaxValue);
                throw new InvalidOperationException("stop");
            },
            Ct));

        (await Ledger.CountQueuedAsync(Ct)).ShouldBe(0);
    }

    [Fact]
    public async Task A_writer_that_waits_too_long_fails_with_the_reason_within_five_seconds()
    {
        await using var connection = await ConnectAsync();
        await using var transaction = await connection.BeginTransactionAsync(Ct);
        await connection.ExecuteAsync(PostgreSqlDatabase.Lock);
        var started = Stopwatch.GetTimestamp();

        var error = await Should.ThrowAsync<LedgerException>(() => Ledger.Database.CheckWritableAsync(Ct));

        error.Message.ShouldEndWith("is locked by another program. Close it there and try again.");
        Stopwatch.GetElapsedTime(started).ShouldBeLessThan(TimeSpan.FromSeconds(5));
        await transaction.RollbackAsync(Ct);
        await Ledger.Database.CheckWritableAsync(Ct);
    }

    [Fact]
    public async Task A_second_instance_needs_its_own_data_folder() =>
        (await Should.ThrowAsync<LedgerException>(() => JobLedger.OpenAsync(Setting, Folder, SampleBenchmark.Catalogue, Ct))).Message
            .ShouldStartWith($"Another RedisPerf uses the data folder {Folder}.");

    [Fact]
    public async Task Every_list_query_can_use_an_index()
    {
        await using var connection = await ConnectAsync();
        await ListTests.FillAsync(connection, 2_000);
        await connection.ExecuteAsync("ANALYZE; SET enable_seqscan = off");
        foreach (var (filter, few) in ListTests.Filters.SelectMany(filter => new[] { (filter, default), (filter, new ListQuery.Few(true, true)) }))
        {
            var (sql, parameters) = ListQuery.For(SqlDialect.Of(connection), filter, few);

            var plan = await connection.QueryAsync<string>("EXPLAIN " + sql, parameters);

            plan.ShouldAllBe(step => !step.Contains("Seq Scan"), filter.ToString());
        }
    }

    private async Task<JobLedger> SecondAsync() => await JobLedger.OpenAsync(Setting, Path.Combine(Folder, "second"), SampleBenchmark.Catalogue, Ct);

    private static async Task<string> NewDatabaseAsync(string name)
    {
        var server = await PostgreSqlStorage.ServerAsync(Ct);
        await server.CreateDatabaseAsync(name, null, Ct);
        return server.ConnectionString(name);
    }
}

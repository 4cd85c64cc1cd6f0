using Dapper;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.Sqlite;

namespace RedisPerf.Ledger.Tests;

public sealed class OpeningTests() : LedgerTest(new SqliteStorage())
{
    [Fact]
    public async Task Rejects_a_second_instance_with_folder_and_solution()
    {
        var error = await Should.ThrowAsync<LedgerException>(() => JobLedger.OpenAsync(Folder, SampleBenchmark.Catalogue, Ct));

        error.Message.ShouldBe($"Another RedisPerf uses the data folder {Folder}. Stop it, or give this one its own folder with RedisPerf__Data.");
    }

    [Fact]
    public async Task A_rejected_instance_does_not_affect_the_first_one()
    {
        await Should.ThrowAsync<LedgerException>(() => JobLedger.OpenAsync(Folder, SampleBenchmark.Catalogue, Ct));

        var job = await QueuedAsync();

        (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();
    }

    [Fact]
    public async Task The_folder_is_accessible_to_this_user_only()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no file modes.");
        var folder = Path.Combine(Folder, "new", "deep");

        await using var ledger = await JobLedger.OpenAsync(folder, SampleBenchmark.Catalogue, Ct);

        if (!OperatingSystem.IsWindows())
        {
            File.GetUnixFileMode(folder).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }

    [Fact]
    public async Task Rejects_a_newer_ledger_with_both_versions_and_does_not_change_it()
    {
        await CloseAsync();
        await ExecuteAsync("PRAGMA user_version = 99");

        var error = await Should.ThrowAsync<LedgerException>(OpenAsync);

        error.Message.ShouldBe($"The ledger in {Folder} has version 99, and this RedisPerf supports versions up to {SqliteSchema.Version}. "
            + "Start the newer RedisPerf, or choose another folder with RedisPerf__Data.");
        await ExecuteAsync($"PRAGMA user_version = {SqliteSchema.Version}");
        await OpenAsync();
    }

    [Fact]
    public async Task Rejects_a_ledger_that_is_too_old_with_both_versions_and_does_not_change_it()
    {
        await CloseAsync();
        await ExecuteAsync("PRAGMA user_version = 28");

        var error = await Should.ThrowAsync<LedgerException>(OpenAsync);

        error.Message.ShouldBe(
            $"The ledger in {Folder} has version 28, and this RedisPerf supports versions from 29 to {SqliteSchema.Version}. "
                + "Start an earlier RedisPerf that upgrades it to version 29, or choose another folder with RedisPerf__Data.");
        await ExecuteAsync($"PRAGMA user_version = {SqliteSchema.Version}");
        await OpenAsync();
    }

    [Fact]
    public async Task Rejects_a_read_only_folder()
    {
        var file = Path.Combine(Folder, "regular-file");
        await File.WriteAllTextAsync(file, "", Ct);
        var folder = Path.Combine(file, "below");

        var error = await Should.ThrowAsync<LedgerException>(() => JobLedger.OpenAsync(folder, SampleBenchmark.Catalogue, Ct));

        error.Message.ShouldStartWith($"The data folder {folder} cannot be written (");
        error.Message.ShouldEndWith("Give this user the right to write it, or choose another folder with RedisPerf__Data.");
    }

    [Fact]
    public async Task Rejects_an_empty_folder_name() =>
        (await Should.ThrowAsync<LedgerException>(() => JobLedger.OpenAsync("", SampleBenchmark.Catalogue, Ct))).Message
            .ShouldContain("RedisPerf__Data");

    [Fact]
    public async Task Rejects_a_file_that_is_not_a_database_and_releases_the_folder()
    {
        await CloseAsync();
        var file = Path.Combine(Folder, SqliteDatabase.FileName);
        await File.WriteAllTextAsync(file, string.Concat(Enumerable.Repeat("not a database ", 1_000)), Ct);

        var error = await Should.ThrowAsync<LedgerException>(OpenAsync);

        error.Message.ShouldBe(
            $"The file {file} is not a RedisPerf ledger: it is not an SQLite database. Move it away, or choose another folder with RedisPerf__Data.");
        File.Delete(file);
        await OpenAsync();
    }

    [Fact]
    public async Task A_damaged_ledger_is_reported_in_one_sentence()
    {
        await EndedAsync();
        await CloseAsync();
        var file = Path.Combine(Folder, SqliteDatabase.FileName);
        var damaged = await File.ReadAllBytesAsync(file, Ct);
        // The header of the file remains.
        damaged.AsSpan(100).Clear();
        // A new file: on a busy machine, the old one and its log may be closed later, which writes the pages of the log.
        await File.WriteAllBytesAsync($"{file}-damaged", damaged, Ct);
        File.Delete($"{file}-wal");
        File.Delete($"{file}-shm");
        File.Move($"{file}-damaged", file, overwrite: true);

        var error = await Should.ThrowAsync<LedgerException>(async () =>
        {
            await OpenAsync();
            await Recoveries.RecoverAsync(Node.Name, Now, TimeSpan.Zero, Ct);
        });

        error.Message.ShouldBe($"The ledger {file} is damaged. Move it away or restore a copy; the next start creates a new one.");
    }

    [Fact]
    public async Task Rejects_the_database_of_another_program()
    {
        await CloseAsync();
        File.Delete(Path.Combine(Folder, SqliteDatabase.FileName));
        await ExecuteAsync("CREATE TABLE theirs (id INTEGER)");

        var error = await Should.ThrowAsync<LedgerException>(OpenAsync);

        error.Message.ShouldBe($"The file ledger.db in {Folder} is the database of another program. Choose another folder with RedisPerf__Data.");
    }

    [Fact]
    public async Task Readers_do_not_wait_for_a_writer()
    {
        await using var connection = await ConnectAsync();

        (await connection.ExecuteScalarAsync<string>("PRAGMA journal_mode")).ShouldBe("wal");
    }

    private async Task ExecuteAsync(string sql)
    {
        await using var connection = await ConnectAsync();
        await connection.ExecuteAsync(sql);
    }
}

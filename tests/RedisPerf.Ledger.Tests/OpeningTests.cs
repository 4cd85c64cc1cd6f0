using Dapper;

namespace RedisPerf.Ledger.Tests;

public sealed class OpeningTests : LedgerTest
{
    [Fact]
    public async Task A_second_instance_is_refused_with_the_folder_and_the_way_out()
    {
        var error = await Should.ThrowAsync<LedgerException>(() => JobLedger.OpenAsync(Folder, SampleBenchmark.Catalogue, Ct));

        error.Message.ShouldBe($"Another RedisPerf uses the data folder {Folder}. Stop it, or give this one its own folder with RedisPerf__Data.");
    }

    [Fact]
    public async Task A_refused_instance_leaves_the_first_one_working()
    {
        await Should.ThrowAsync<LedgerException>(() => JobLedger.OpenAsync(Folder, SampleBenchmark.Catalogue, Ct));

        var job = await QueuedAsync();

        (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();
    }

    [Fact]
    public async Task The_folder_is_made_for_this_user_alone()
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
    public async Task A_ledger_of_a_newer_version_is_refused_with_both_versions_and_left_as_it_is()
    {
        await CloseAsync();
        await ExecuteAsync("PRAGMA user_version = 99");

        var error = await Should.ThrowAsync<LedgerException>(OpenAsync);

        error.Message.ShouldBe($"The ledger in {Folder} is of version 99, and this RedisPerf knows versions up to {Schema.Version}. Start the newer RedisPerf, or choose another folder with RedisPerf__Data.");
        await ExecuteAsync($"PRAGMA user_version = {Schema.Version}");
        await OpenAsync();
    }

    [Fact]
    public async Task A_folder_that_cannot_be_written_is_refused()
    {
        var file = Path.Combine(Folder, "regular-file");
        await File.WriteAllTextAsync(file, "", Ct);
        var folder = Path.Combine(file, "below");

        var error = await Should.ThrowAsync<LedgerException>(() => JobLedger.OpenAsync(folder, SampleBenchmark.Catalogue, Ct));

        error.Message.ShouldStartWith($"The data folder {folder} cannot be written (");
        error.Message.ShouldEndWith("Give this user the right to write it, or choose another folder with RedisPerf__Data.");
    }

    [Fact]
    public async Task A_folder_name_that_is_empty_is_refused() =>
        (await Should.ThrowAsync<LedgerException>(() => JobLedger.OpenAsync("", SampleBenchmark.Catalogue, Ct))).Message.ShouldContain("RedisPerf__Data");

    [Fact]
    public async Task A_file_that_is_no_database_is_refused_and_the_folder_let_go()
    {
        await CloseAsync();
        var file = Path.Combine(Folder, LedgerFile.FileName);
        await File.WriteAllTextAsync(file, string.Concat(Enumerable.Repeat("not a database ", 1_000)), Ct);

        var error = await Should.ThrowAsync<LedgerException>(OpenAsync);

        error.Message.ShouldBe($"The file {file} is not a RedisPerf ledger: it is no SQLite database. Put it aside, or choose another folder with RedisPerf__Data.");
        File.Delete(file);
        await OpenAsync();
    }

    [Fact]
    public async Task A_damaged_ledger_is_one_sentence()
    {
        await EndedAsync();
        await CloseAsync();
        var file = Path.Combine(Folder, LedgerFile.FileName);
        // The schema's first page stays readable; what it points to does not.
        await using (var stream = File.OpenWrite(file))
        {
            stream.Position = 100;
            await stream.WriteAsync(new byte[stream.Length - 100], Ct);
        }

        var error = await Should.ThrowAsync<LedgerException>(async () =>
        {
            await OpenAsync();
            await Ledger.RecoverAsync(Now, Ct);
        });

        error.Message.ShouldBe($"The ledger {file} is damaged. Put it aside or restore a copy; a new one is made at the next start.");
    }

    [Fact]
    public async Task Another_programs_database_is_refused()
    {
        await CloseAsync();
        File.Delete(Path.Combine(Folder, LedgerFile.FileName));
        await ExecuteAsync("CREATE TABLE theirs (id INTEGER)");

        var error = await Should.ThrowAsync<LedgerException>(OpenAsync);

        error.Message.ShouldBe($"The file ledger.db in {Folder} is a database of another program. Choose another folder with RedisPerf__Data.");
    }

    [Fact]
    public async Task Readers_go_on_while_a_writer_writes()
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

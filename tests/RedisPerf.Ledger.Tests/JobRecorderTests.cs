using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Tests;

/// <summary>The ledger is locked, and the disk for the runs is full, or the files on it are damaged.</summary>
public abstract class JobRecorderTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : JobRecorderTests(new SqliteStorage());

    private const int InMemory = 3;

    private string Unsaved => Path.Combine(Folder, "unsaved");

    [Fact]
    public async Task A_full_disk_loses_no_run()
    {
        await using var disk = await SmallDisk.MountAsync();
        await disk.FillAsync();
        var job = await RunningAsync();
        var recorder = new JobRecorder(Ledger, disk.Path, job, TimeProvider.System, InMemory);

        await using (await LockAsync())
        {
            await RecordAsync(recorder, 1, InMemory);
            recorder.IsFull.ShouldBeFalse();
            await RecordAsync(recorder, InMemory + 1, InMemory + 2);
            recorder.IsFull.ShouldBeTrue();
            (await Should.ThrowAsync<LedgerException>(recorder.KeepAsync)).InnerException.ShouldBeOfType<IOException>();
            await Should.ThrowAsync<LedgerException>(recorder.SaveAsync);
        }

        // With SQLite, a writer that failed for the lock keeps the others waiting for a second.
        await Poll.UntilAsync(async () =>
        {
            await recorder.SaveAsync().ContinueWith(save => save.Exception?.InnerException.ShouldBeOfType<LedgerException>(), TaskScheduler.Default);
            return recorder.Failure is null;
        });

        recorder.IsFull.ShouldBeFalse();
        recorder.Failure.ShouldBeNull();
        await ShouldHaveRunsAsync(job, InMemory + 2);
    }

    [Fact]
    public async Task A_disk_that_becomes_full_within_a_line_loses_no_run()
    {
        await using var disk = await SmallDisk.MountAsync();
        var job = await RunningAsync();
        var recorder = new JobRecorder(Ledger, disk.Path, job, TimeProvider.System, InMemory);

        await using (await LockAsync())
        {
            await RecordAsync(recorder, 1, InMemory + 1);
            recorder.IsFull.ShouldBeFalse();
            recorder.IsKept.ShouldBeTrue("the file takes them at once");
            // The file has room to the end of its page, but not for all lines.
            await disk.FillAsync();
            await RecordAsync(recorder, 5, 30);
            recorder.IsFull.ShouldBeTrue();
            (await File.ReadAllTextAsync(Directory.GetFiles(Path.Combine(disk.Path, "unsaved")).Single(), Ct)).ShouldNotEndWith("\n");
            disk.Free();
            await RecordAsync(recorder, 31, 31);
            recorder.IsFull.ShouldBeFalse();
        }

        (await RecoverAsync(disk.Path)).ShouldBeEmpty();
        await ShouldHaveRunsAsync(job, 31);
        Directory.GetFiles(Path.Combine(disk.Path, "unsaved")).ShouldBeEmpty();
    }

    [Fact]
    public async Task Damaged_lines_are_skipped_and_their_file_is_kept()
    {
        var job = await RunningAsync();
        var file = await SpoolAsync(job, 1, 3);
        var lines = await File.ReadAllLinesAsync(file, Ct);
        await File.WriteAllLinesAsync(file, [lines[0], "null", "{}", $"{lines[1][..40]}{lines[1]}",
            """{"at":"2026-11-21T10:00:00+00:00","case":{"strategy":null,"target":null},"run":{}}""", lines[2], lines[1][..40]], Ct);

        var damaged = await RecoverAsync(Folder);

        var found = damaged.ShouldHaveSingleItem();
        (found.Path, found.MovedTo).ShouldBe((file, $"{file}.damaged"));
        found.Cause.ShouldBeOfType<JsonException>();
        (await Ledger.RunsAsync(job.Id, Ct)).Select(ended => ended.Run.Round).ShouldBe([1, 3]);
        Directory.GetFiles(Unsaved).ShouldBe([$"{file}.damaged"]);
        (await RecoverAsync(Folder)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("null")]
    [InlineData("\0\0\0\0")]
    public async Task A_file_without_an_event_does_not_prevent_the_start(string content)
    {
        var job = await RunningAsync();
        var file = Path.Combine(Directory.CreateDirectory(Unsaved).FullName, $"{job.Id}.1.jsonl");
        await File.WriteAllTextAsync(file, content, Ct);

        (await RecoverAsync(Folder)).ShouldHaveSingleItem();

        Directory.GetFiles(Unsaved).ShouldBe([$"{file}.damaged"]);
    }

    [Fact]
    public async Task A_file_that_cannot_be_read_does_not_prevent_the_start()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "An open file cannot be renamed there.");
        var (unreadable, readable) = (await RunningAsync(), await RunningAsync(1));
        var (file, other) = (await SpoolAsync(unreadable, 1, 1), await SpoolAsync(readable, 1, 1));
        await using var held = new FileStream(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        (await RecoverAsync(Folder)).ShouldHaveSingleItem().Cause.ShouldBeOfType<IOException>();

        Directory.GetFiles(Unsaved).ShouldBe([$"{file}.damaged"]);
        File.Exists(other).ShouldBeFalse();
        await ShouldHaveRunsAsync(readable, 1);
    }

    [Fact]
    public async Task A_file_that_is_not_of_a_job_is_kept()
    {
        var file = Path.Combine(Directory.CreateDirectory(Unsaved).FullName, "notes.jsonl");
        await File.WriteAllTextAsync(file, "mine", Ct);

        (await RecoverAsync(Folder)).ShouldHaveSingleItem().Cause.Message.ShouldBe("Its name is not the id of a job.");

        (await File.ReadAllTextAsync($"{file}.damaged", Ct)).ShouldBe("mine");
    }

    // As a process that could not store the runs and ended.
    private async Task<string> SpoolAsync(Job job, int first, int last)
    {
        var before = Directory.Exists(Unsaved) ? Directory.GetFiles(Unsaved) : [];
        await using (await LockAsync())
        {
            var recorder = new JobRecorder(Ledger, Folder, job, TimeProvider.System);
            await RecordAsync(recorder, first, last);
            recorder.IsKept.ShouldBeTrue();
        }

        return Directory.GetFiles(Unsaved).Except(before).Single();
    }

    // As the next process.
    private async Task<IReadOnlyList<DamagedFile>> RecoverAsync(string folder)
    {
        await CloseAsync();
        await OpenAsync();
        return await JobRecorder.RecoverAsync(Ledger, folder, Ct);
    }

    private static async Task RecordAsync(JobRecorder recorder, int first, int last)
    {
        for (var round = first; round <= last; round++)
        {
            await recorder.RecordAsync(SampleBenchmark.Ran("quick", round, 1.5), Now);
        }
    }

    private async Task ShouldHaveRunsAsync(Job job, int count) =>
        (await Ledger.RunsAsync(job.Id, Ct)).Select(ended => ended.Run.Round).Order().ShouldBe(Enumerable.Range(1, count));
}

using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Tests;

/// <summary>The number of a job, the search, and the counts.</summary>
public abstract class SearchTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : SearchTests(new SqliteStorage());

    private JobHistory History => new(Ledger.Database);

    [Fact]
    public async Task Jobs_are_numbered_in_the_order_in_which_they_are_added()
    {
        var first = await QueuedAsync();
        var second = await EndedAsync(1);

        (await Ledger.FindAsync(first.Id, Ct)).ShouldNotBeNull().Number.ShouldBe(1);
        (await Ledger.FindJobAsync(second.Id, Ct)).ShouldNotBeNull().Number.ShouldBe(2);
        (await Ledger.FindIdAsync(2, Ct)).ShouldBe(second.Id);
        (await Ledger.FindIdAsync(3, Ct)).ShouldBeNull();
        (await Ledger.NumbersAsync([second.Id, first.Id, first.Id, Guid.NewGuid()], Ct)).ShouldBe(
            new Dictionary<Guid, long> { [first.Id] = 1, [second.Id] = 2 }, ignoreOrder: true);
    }

    [Fact]
    public async Task The_number_of_a_deleted_job_is_not_reused()
    {
        await EndedAsync();
        var last = await EndedAsync(1);
        (await Ledger.DeleteAsync(last.Id, Ct)).ShouldBe(DeleteOutcome.Deleted);
        await CloseAsync();
        await OpenAsync();

        var next = await QueuedAsync(2);

        (await Ledger.FindAsync(next.Id, Ct)).ShouldNotBeNull().Number.ShouldBe(3);
    }

    [Fact]
    public async Task An_imported_job_gets_the_next_number_and_a_title()
    {
        await QueuedAsync();
        var document = JobDocument.WithoutCases(SampleBenchmark.Job(Now.AddYears(-1)) with { Number = 1, State = JobState.Completed });

        (await JobImport.RunAsync(Setting, Folder, document, SampleBenchmark.Catalogue, Ct)).ShouldBeTrue();

        var imported = (await Ledger.FindAsync(document.Id, Ct)).ShouldNotBeNull();
        (imported.Number, imported.Title).ShouldBe((2, "sample · here, there"));
    }

    [Theory]
    [InlineData("30000")]
    [InlineData("30 000 × 32 KB")]
    [InlineData("ITEMS 300")]
    [InlineData("payloadBytes")]
    [InlineData("multi-exec")]
    [InlineData("exec batch")]
    [InlineData("upgrade ubergrossen")]
    [InlineData("nightly")]
    [InlineData("staging-2")]
    [InlineData("garnet 2.2")]
    [InlineData("#2")]
    [InlineData("2 insert")]
    [InlineData("#2 insert")]
    public async Task Finds_a_job_by_its_number_title_options_note_names_and_engine(string search)
    {
        var other = await QueuedAsync();
        var request = SampleBenchmark.Request with
        {
            Title = "insert · 30\u00A0000 × 32\u00A0KB · staging-2",
            Strategies = ["multi-exec", "batch"],
            Targets = ["staging-2"],
            Options = new Dictionary<string, JsonElement>
            { ["items"] = JsonSerializer.SerializeToElement(30_000), ["payloadBytes"] = JsonSerializer.SerializeToElement(32_768) },
        };
        var job = SampleBenchmark.Job(Now.AddSeconds(1)) with { Request = request, Note = "After the upgrade: Übergrossen", Schedule = "nightly" };
        await Ledger.EnqueueAsync(job, int.MaxValue, Ct);
        await Ledger.StartAsync(job.Id, Node, () => Now, [], Ct);
        await RecordAsync(job, new JobEvent.Started(new()
        {
            Machine = "here",
            Cores = 2,
            Memory = 1,
            Os = "Linux",
            Runtime = ".NET",
            Client = "client",
            Version = "1",
            Targets = [new("staging-2", "Garnet", "2.2.5", 0.001, new Dictionary<string, string>())],
        }));

        (await FindAsync(new(Search: search))).ShouldBe([job.Id]);
        (await FindAsync(new(Search: search, Target: "staging-2", State: JobState.Running))).ShouldBe([job.Id]);
        (await FindAsync(new(Search: search, Before: job.Id))).ShouldBeEmpty();
        (await History.CountAsync(new(Search: search), Ct)).ShouldBe(1);
        other.Id.ShouldNotBe(job.Id);
    }

    [Theory]
    [InlineData("batch")]
    [InlineData("uick")]
    [InlineData("#3")]
    [InlineData("quick batch")]
    [InlineData("\"quick\" OR slow")]
    public async Task Does_not_find_other_jobs(string search)
    {
        await QueuedAsync();

        (await FindAsync(new(Search: search))).ShouldBeEmpty();
        (await History.CountAsync(new(Search: search), Ct)).ShouldBe(0);
    }

    [Fact]
    public async Task The_search_uses_the_current_note_and_finds_no_deleted_job()
    {
        var job = await EndedAsync();
        await History.ChangeNoteAsync(job.Id, "kernel", Ct);

        (await FindAsync(new(Search: "kern"))).ShouldBe([job.Id]);
        (await FindAsync(new(Search: "note"))).ShouldBeEmpty();
        await Ledger.DeleteAsync(job.Id, Ct);
        (await FindAsync(new(Search: "kern"))).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("x", 500)]
    [InlineData("각", 500)]
    [InlineData("Å", 500)]
    [InlineData("word ", 100)]
    public async Task Finds_a_job_by_the_start_of_a_long_word(string part, int count)
    {
        var job = await EndedAsync();
        var note = string.Concat(Enumerable.Repeat(part, count));
        await History.ChangeNoteAsync(job.Id, note, Ct);

        (await FindAsync(new(Search: note))).ShouldBe([job.Id]);
        (await FindAsync(new(Search: part.Trim()))).ShouldBe([job.Id]);
        (await FindAsync(new(Note: note))).ShouldBe([job.Id]);
    }

    [Fact]
    public async Task A_note_with_any_characters_is_stored_and_searched_literally()
    {
        var job = await EndedAsync();
        await EndedAsync(1);
        await History.ChangeNoteAsync(job.Id, "100% \\ _ ' \" ' & | ! : * (\u0001\0) 😀 a:b", Ct);

        (await Ledger.FindJobAsync(job.Id, Ct)).ShouldNotBeNull().Note.ShouldBe("100% \\ _ ' \" ' & | ! : * (\u0001) 😀 a:b");
        foreach (var text in new[] { "100%", "\\", "_", "' \"", "😀" })
        {
            (await FindAsync(new(Note: text))).ShouldBe([job.Id], text);
        }

        (await FindAsync(new(Search: "' & 100 | ! : * a:b 😀"))).ShouldBe([job.Id]);
    }

    [Fact]
    public async Task Counts_the_matching_jobs_and_the_jobs_of_each_state()
    {
        await QueuedAsync();
        await EndedAsync(1);
        await EndedAsync(2, JobState.Failed);
        await EndedAsync(3);

        (await History.CountAsync(new(State: JobState.Completed, Limit: 1), Ct)).ShouldBe(2);
        (await History.CountAsync(new(Target: "there", Search: "quick"), Ct)).ShouldBe(4);
        (await History.CountByStateAsync(Ct)).ShouldBe(
            new Dictionary<JobState, int> { [JobState.Queued] = 1, [JobState.Completed] = 2, [JobState.Failed] = 1 }, ignoreOrder: true);
    }

    [Fact]
    public async Task Deletes_all_jobs_or_none()
    {
        var (first, second, running) = (await EndedAsync(), await EndedAsync(1), await RunningAsync(2));
        await new BaselineLedger(Ledger.Database).PinAsync(second.Id, Now, Ct);

        (await History.DeleteAllAsync([first.Id, second.Id, running.Id], Ct)).ShouldBe([(2, DeleteOutcome.IsBaseline), (3, DeleteOutcome.NotEnded)]);
        (await FindAsync(new())).ShouldBe([running.Id, second.Id, first.Id]);

        await new BaselineLedger(Ledger.Database).UnpinAsync(second.Id, Ct);
        (await History.DeleteAllAsync([first.Id, second.Id, Guid.NewGuid()], Ct)).ShouldBeEmpty();
        (await FindAsync(new())).ShouldBe([running.Id]);
    }

    private async Task<IEnumerable<Guid>> FindAsync(JobFilter filter) => (await Ledger.ListAsync(filter, Ct)).Jobs.Select(job => job.Document.Id);
}

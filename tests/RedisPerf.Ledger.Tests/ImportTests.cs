using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Tests;

/// <summary>Imports of jobs while another instance has the ledger open.</summary>
public abstract class ImportTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : ImportTests(new SqliteStorage())
    {
        [Fact]
        public async Task Import_creates_a_missing_ledger_and_releases_it()
        {
            var folder = Path.Combine(Folder, "new");

            (await JobImport.RunAsync(folder, Ended(), SampleBenchmark.Catalogue, Ct)).ShouldBeTrue();

            await using var ledger = await JobLedger.OpenAsync(folder, SampleBenchmark.Catalogue, Ct);
            (await ledger.ListAsync(new(), Ct)).Jobs.Count.ShouldBe(1);
        }

        [Theory]
        [InlineData(99)]
        [InlineData(1)]
        public async Task Does_not_change_a_ledger_of_another_version_in_use(int version)
        {
            await using var connection = await ConnectAsync();
            await connection.ExecuteAsync($"PRAGMA user_version = {version}");

            var error = await Should.ThrowAsync<LedgerException>(() => ImportAsync(Ended()));

            error.Message.ShouldStartWith($"Another RedisPerf uses the data folder {Folder}.");
            (await connection.ExecuteScalarAsync<int>("PRAGMA user_version")).ShouldBe(version);
        }

        public static TheoryData<string, Func<JobDocument, JobDocument>> InvalidDocuments => new()
        {
            { "cases[0].runs[0].seconds must be from 1E-15 to 10000000, not 1E+308.", document =>
                WithRun(document, run => run with { Seconds = 1e308 }) },
            { "cases[0].runs[0].seconds must be from 1E-15 to 10000000, not 5E-324.", document =>
                WithRun(document, run => run with { Seconds = 5e-324 }) },
            { "cases[0].runs[0].seconds must be from 1E-15 to 10000000, not -1.", document => WithRun(document, run => run with { Seconds = -1 }) },
            { "cases[0].runs[0].state must be ok, failed or cancelled.", document => WithRun(document, run => run with { State = (RunState)99 }) },
            { "cases[0].runs[0].operations must be from 0 to 1E+18, not -1.", document => WithRun(document, run => run with { Operations = -1 }) },
            { "cases[0].runs[0].figures.bytes must be from -1E+18 to 1E+18, not 1E+300.", document =>
                WithRun(document, run => run with { Figures = new Dictionary<string, double> { ["bytes"] = 1e300 } }) },
            { "cases[0].runs must have one run for each round.", document =>
                document with { Cases = [document.Cases[0] with { Runs = [document.Cases[0].Runs[0], document.Cases[0].Runs[0]] }] } },
            { "cases[1] has the same strategy, target, client and point as another case.", document =>
                document with { Cases = [document.Cases[0], document.Cases[0]] } },
            { "cases[0].strategy must have from 1 to 300 characters, without control characters.", document =>
                document with { Cases = [document.Cases[0] with { Strategy = "a\0b" }] } },
            { "state must be completed, failed, cancelled or interrupted.", document => document with { State = (JobState)99 } },
            { "requestedBy must be one of page, api, cli, schedule.", document => document with { RequestedBy = (RequestedBy)99 } },
            { "note must be at most 500 characters, not 5000000.", document => document with { Note = new('x', 5_000_000) } },
            { "id must be a version 7 UUID.", document => document with { Id = Guid.NewGuid() } },
            { "endedAt must be from 2000 to 2200.", document => document with { EndedAt = DateTimeOffset.MaxValue } },
            { "benchmark must have from 1 to 300 characters, without control characters.", document => document with { Benchmark = "" } },
            { "request.runs must be from 0 to 100000, not -1.", document => document with { Request = document.Request with { Runs = -1 } } },
            { "progress.fraction must be from 0 to 1, not NaN.", document => document with { Progress = new(1, 2, double.NaN, null) } },
        };

        [Theory]
        [MemberData(nameof(InvalidDocuments))]
        public async Task Rejects_an_invalid_value_and_names_its_field(string message, Func<JobDocument, JobDocument> change)
        {
            var error = await Should.ThrowAsync<FormatException>(() => ImportAsync(change(Ended())));

            error.Message.ShouldBe(message);
            (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldBeEmpty();
        }
    }

    [Fact]
    public async Task Imports_an_ended_job_while_another_instance_has_the_ledger_open()
    {
        var document = Ended();

        (await ImportAsync(document)).ShouldBeTrue();

        var listed = (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldHaveSingleItem();
        listed.Best.ShouldBe(new BestCase("quick", Coordinates.Of("here"), 1.5));
        var found = (await Ledger.FindAsync(document.Id, Ct)).ShouldNotBeNull();
        found.State.ShouldBe(JobState.Completed);
        found.EndedAt.ShouldBe(document.EndedAt);
        Json(found.Cases.SelectMany(@case => @case.Runs)).ShouldBe(Json(document.Cases.SelectMany(@case => @case.Runs)));
    }

    [Fact]
    public async Task Import_does_not_change_an_existing_job()
    {
        var document = Ended();
        await ImportAsync(document);

        (await ImportAsync(document with { Note = "another" })).ShouldBeFalse();

        (await Ledger.FindAsync(document.Id, Ct)).ShouldNotBeNull().Note.ShouldBe("a note");
    }

    [Fact]
    public async Task Import_does_not_change_running_jobs_of_another_instance()
    {
        var running = await RunningAsync();

        await ImportAsync(Ended());

        (await Ledger.FindAsync(running.Id, Ct)).ShouldNotBeNull().State.ShouldBe(JobState.Running);
        await RecordAsync(running, SampleBenchmark.Ran("quick", 1, 1.5), new JobEvent.Ended(JobState.Completed, null));
    }

    [Fact]
    public async Task Imports_many_jobs_while_another_instance_writes()
    {
        var running = await RunningAsync();
        var documents = Enumerable.Range(0, 20).Select(second => Ended(second)).ToArray();

        // A writer waits for 1.5 seconds. On a busy machine, more than three writers wait longer for each other.
        var imports = Task.WhenAll(documents.Chunk(7).Select(part => Task.Run(() => ImportAllAsync(part), Ct)));
        for (var round = 0; round < 50; round++)
        {
            await RecordAsync(running, SampleBenchmark.Ran("quick", round, 1.5));
        }

        await imports;
        (await Ledger.ListAsync(new(), Ct)).Jobs.Count.ShouldBe(21);
        (await Ledger.FindAsync(running.Id, Ct)).ShouldNotBeNull().Cases.Sum(@case => @case.Runs.Count).ShouldBe(50);
    }

    [Theory]
    [InlineData(JobState.Queued, "queued")]
    [InlineData(JobState.Running, "running")]
    public async Task Rejects_a_job_that_has_not_ended(JobState state, string word)
    {
        var document = Ended() with { State = state };

        var error = await Should.ThrowAsync<LedgerException>(() => ImportAsync(document));

        error.Message.ShouldBe($"Job {document.Id} is {word}; only a job that has ended can be imported.");
        (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_benchmark_that_is_not_in_the_catalogue_is_listed_without_a_fastest_case()
    {
        await ImportAsync(Ended() with { Benchmark = "micro" });

        (await Ledger.ListAsync(new("micro"), Ct)).Jobs.ShouldHaveSingleItem().Best.ShouldBeNull();
        (await new JobHistory(Ledger.Database).NamesAsync(Ct)).Benchmarks.ShouldBe(["micro"]);
    }

    private static JobDocument WithRun(JobDocument document, Func<Run, Run> change) =>
        document with { Cases = [document.Cases[0] with { Runs = [change(document.Cases[0].Runs[0])] }] };

    private static JobDocument Ended(int secondsLater = 0)
    {
        var job = SampleBenchmark.Job(Now.AddSeconds(secondsLater)) with
        { State = JobState.Completed, StartedAt = Now.AddSeconds(1), EndedAt = Now.AddSeconds(9) };
        return JobDocuments.Create(
            job, [SampleBenchmark.Ran("quick", 0, 3), SampleBenchmark.Ran("quick", 1, 1.5), SampleBenchmark.Ran("slow", 1, 2.5)], null);
    }

    private async Task ImportAllAsync(JobDocument[] documents)
    {
        foreach (var document in documents)
        {
            (await ImportAsync(document)).ShouldBeTrue();
        }
    }

    private Task<bool> ImportAsync(JobDocument document) => JobImport.RunAsync(Setting, Folder, document, SampleBenchmark.Catalogue, Ct);
}

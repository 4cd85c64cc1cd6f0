using System.Text.Json.Nodes;
using ParquetSharp;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Cli.Tests;

/// <summary>Tests of <c>redisperf publish</c> with saved jobs and with the ledger of these tests.</summary>
[Collection("ledger")]
public sealed class PublishTests(DataFolder data) : IDisposable
{
    private readonly TestFolder _folder = new();

    private string Site => Path.Combine(_folder.Path, "site");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Saved_jobs_become_a_site_and_repeated_calls_only_add()
    {
        var first = await SaveAsync("one", day: 1);
        (await PublishAsync($"--job {first}")).ShouldBe("The site has 1 job, 0 trends and 0 comparisons. 7 files written.");
        var written = File.GetLastWriteTimeUtc(Directory.GetFiles(Site, "*.html", SearchOption.AllDirectories).Single(file => file.Contains("jobs")));

        (await PublishAsync($"--job {first}")).ShouldEndWith("0 files written.");
        var second = await SaveAsync("two", day: 2);
        // The page, the badge and the document of the job, the comparison, the runs, the index and the record.
        (await PublishAsync($"--job {second}")).ShouldBe("The site has 2 jobs, 0 trends and 1 comparison. 7 files written.");

        var pages = Directory.GetFiles(Path.Combine(Site, "jobs"), "*.html");
        pages.Length.ShouldBe(2);
        pages.Select(File.GetLastWriteTimeUtc).ShouldContain(written);
        var index = await File.ReadAllTextAsync(Path.Combine(Site, "index.html"), Ct);
        index.ShouldContain("batch 0.83× multi-exec");
        index.ShouldContain("<td>two</td>");
        (await File.ReadAllTextAsync(Directory.GetFiles(Path.Combine(Site, "compare")).ShouldHaveSingleItem(), Ct)).ShouldContain("<td>two</td>");
        (await File.ReadAllTextAsync(Path.Combine(Site, "feed.xml"), Ct)).ShouldContain("<rss version=\"2.0\">");
    }

    [Fact]
    public async Task An_unknown_schedule_is_an_error_and_nothing_is_written()
    {
        await using (await JobLedger.OpenAsync(data.Path, Catalogue.Default, Ct))
        {
        }

        var outcome = await Outcome.OfAsync($"publish --out {Site} --schedule nosuch", Ct);

        (outcome.ExitCode, outcome.Error.Trim()).ShouldBe((2, "--schedule: the ledger has no schedule \"nosuch\"."));
        Directory.Exists(Site).ShouldBeFalse();
    }

    [Fact]
    public async Task Too_many_jobs_are_thinned_and_do_not_return()
    {
        var files = new List<string>();
        for (var day = 1; day <= 8; day++)
        {
            files.Add(await SaveAsync($"day {day}", day));
            (await PublishAsync($"--keep 4 --job {files[^1]}")).ShouldStartWith($"The site has {Math.Min(day, 4)} job");
        }

        Directory.GetFiles(Path.Combine(Site, "jobs")).Length.ShouldBe(12);
        var record = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(Site, "site.json"), Ct))!;
        record["jobs"]!.AsArray().Select(job => (string?)job!["note"]).Take(2).ShouldBe(["day 8", "day 7"]);
        record["thinned"].ShouldNotBeNull();
    }

    [Fact]
    public async Task The_jobs_of_a_ledger_are_published_while_the_web_application_runs()
    {
        await using var ledger = await JobLedger.OpenAsync(data.Path, Catalogue.Default, Ct);
        var job = SampleJob.Of("from the ledger", ("batch", 1.0), ("multi-exec", 1.2)) with { Id = Guid.CreateVersion7() };
        (await JobImport.RunAsync(data.Path, job, Catalogue.Default, Ct)).ShouldBeTrue();

        await PublishAsync("--benchmark insert");
        (await PublishAsync("--benchmark insert")).ShouldEndWith("0 files written.");

        var stored = (await ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();
        var page = Path.Combine(Site, "jobs", $"{job.Id}.html");
        File.Exists(page).ShouldBeTrue();
        // A note that a user changes is part of the page.
        await new JobHistory(ledger.Database).ChangeNoteAsync(job.Id, "another note", Ct);
        await PublishAsync($"--job #{stored.Number}");
        (await File.ReadAllTextAsync(Path.Combine(Site, "index.html"), Ct)).ShouldContain("another note");
        var document = Path.Combine(Site, "jobs", $"{job.Id}.json.gz");
        (await Outcome.OfAsync(["show", document, "--format", "csv"], Ct)).Output.ShouldContain("batch,embedded");
    }

    // ParquetSharp is a wrapper of the library of Apache Arrow in C++.
    [Fact]
    public async Task The_runs_of_all_jobs_are_a_file_that_another_reader_of_Parquet_reads()
    {
        await PublishAsync($"--job {await SaveAsync("one", 1)} --job {await SaveAsync("two", 2)}");

        using var file = new ParquetFileReader(Path.Combine(Site, "runs.parquet"));
        file.FileMetaData.NumRows.ShouldBe(20);
        using var group = file.RowGroup(0);
        Read<string>("note").ShouldBe([.. Enumerable.Repeat("two", 10), .. Enumerable.Repeat("one", 10)]);
        Read<string>("strategy").Distinct().ShouldBe(["batch", "multi-exec"]);
        Read<double?>("seconds").Take(5).OfType<double>().ShouldBe([0.98, 0.99, 1.0, 1.01, 1.02], 1e-12);
        Read<int?>("round").Take(5).ShouldBe([0, 1, 2, 3, 4]);
        Read<bool?>("verified").ShouldAllBe(verified => verified == true);
        Read<long?>("payloadBytes").ShouldAllBe(bytes => bytes == null);
        Read<string>("error").ShouldAllBe(error => error == null);

        T[] Read<T>(string name)
        {
            var index = Enumerable.Range(0, file.FileMetaData.NumColumns).Single(place => file.FileMetaData.Schema.Column(place).Name == name);
            using var column = group.Column(index).LogicalReader<T>();
            return column.ReadAll(20);
        }
    }

    [Fact]
    public async Task A_folder_with_other_files_is_not_changed()
    {
        Directory.CreateDirectory(Site);
        await File.WriteAllTextAsync(Path.Combine(Site, "thesis.txt"), "mine", Ct);

        var outcome = await Outcome.OfAsync(["publish", "--out", Site, "--job", await SaveAsync("one", 1)], Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("has files and no site.json");
        Directory.GetFiles(Site).Length.ShouldBe(1);
    }

    [Theory]
    [InlineData("--job 987654", "--job: the ledger has no job \"987654\" that has ended.")]
    [InlineData("--job missing.json", "missing.json cannot be read")]
    [InlineData("--benchmark nothing", "--benchmark: there is no benchmark \"nothing\".")]
    [InlineData("--url example", "--url must be an absolute http or https address, not \"example\".")]
    [InlineData("--keep 0", "--keep must be a whole number from 1 to 10,000, not \"0\".")]
    public async Task A_wrong_option_is_explained_and_nothing_is_written(string options, string sentence)
    {
        await (await JobLedger.OpenAsync(data.Path, Catalogue.Default, Ct)).DisposeAsync();

        var outcome = await Outcome.OfAsync(["publish", "--out", Site, .. options.Split(' ')], Ct);

        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
        outcome.Error.ShouldStartWith(sentence);
        Directory.Exists(Site).ShouldBeFalse();
    }

    private async Task<string> PublishAsync(string options)
    {
        var outcome = await Outcome.OfAsync(["publish", "--out", Site, .. options.Split(' ')], Ct);
        outcome.ExitCode.ShouldBe(0, outcome.Error);
        return outcome.Output.Trim();
    }

    private async Task<string> SaveAsync(string note, int day)
    {
        var job = SampleJob.Of(note, ("batch", 1.0), ("multi-exec", 1.2));
        var at = new DateTimeOffset(2026, 11, day, 0, 0, 0, TimeSpan.Zero);
        var path = Path.Combine(_folder.Path, $"{day}.json");
        await File.WriteAllTextAsync(
            path, JsonReport.Write(job with { Id = Guid.CreateVersion7(at), CreatedAt = at, StartedAt = at, EndedAt = at.AddSeconds(10) }), Ct);
        return path;
    }
}

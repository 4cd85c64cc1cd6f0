using System.Text.Json.Nodes;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Cli.Tests;

/// <summary>Tests of <c>redisperf import</c> with the ledger of these tests.</summary>
[Collection("ledger")]
public sealed class ImportTests(DataFolder data) : IDisposable
{
    private static readonly string Report = Path.Combine(AppContext.BaseDirectory, "Reports", "benchmarkdotnet-0.15.json");

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Imports_a_BenchmarkDotNet_report_while_the_web_application_runs()
    {
        await using var ledger = await JobLedger.OpenAsync(data.Path, Core.Benchmarks.Catalogue.Default, Ct);

        var outcome = await ImportAsync(await ReportAsync("one"));

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var listed = (await ledger.ListAsync(new("micro"), Ct)).Jobs.Single(job => job.Document.Note == "one-20261122-164441");
        outcome.Output.ShouldContain($"{listed.Document.Id} to the ledger: 4 cases of micro.");
        listed.Best.ShouldBeNull();
        var job = (await ledger.FindAsync(listed.Document.Id, Ct)).ShouldNotBeNull();
        job.State.ShouldBe(JobState.Completed);
        job.RequestedBy.ShouldBe(RequestedBy.Cli);
        job.CreatedAt.ShouldBe(new DateTimeOffset(new DateTime(2026, 11, 22, 16, 44, 41, DateTimeKind.Local)));
        job.Environment.ShouldNotBeNull().Client.ShouldBe("BenchmarkDotNet 0.15.8");
        job.Cases.Select(@case => @case.Strategy)
            .ShouldBe(["Resp.Encode 1", "Statistics.Summarize 5", "Resp.Encode 100", "Statistics.Summarize 100"]);
        var runs = job.Cases[0].Runs;
        runs.Select(run => run.Round).ShouldBe([0, 1, 2]);
        runs[0].Seconds.ShouldNotBeNull().ShouldBe(765_613_340.0 / 519_888 / 1e9, 1e-15);
        runs.ShouldAllBe(run => run.Verified && run.State == RunState.Ok && run.Client!.AllocatedBytes == 648);
        job.Cases.ShouldAllBe(@case => @case.Summary!.Count == 3);
    }

    [Fact]
    public async Task Same_file_gives_the_same_job()
    {
        var file = await ReportAsync("two");
        (await ImportAsync(file)).ExitCode.ShouldBe(0);

        var again = await ImportAsync(file);

        again.ExitCode.ShouldBe(0);
        again.Output.ShouldContain("is already in the ledger. Nothing was changed.");
        await using var ledger = await JobLedger.OpenAsync(data.Path, Core.Benchmarks.Catalogue.Default, Ct);
        (await ledger.ListAsync(new("micro"), Ct)).Jobs.Count(job => job.Document.Note == "two-20261122-164441").ShouldBe(1);
    }

    [Fact]
    public async Task Imports_a_saved_job_unchanged()
    {
        var saved = await SavedJobAsync();

        var outcome = await ImportAsync(saved);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var document = JsonReport.Read(await File.ReadAllTextAsync(saved, Ct));
        await using var ledger = await JobLedger.OpenAsync(data.Path, Core.Benchmarks.Catalogue.Default, Ct);
        var imported = (await ledger.FindAsync(document.Id, Ct)).ShouldNotBeNull();
        imported.Number.ShouldNotBeNull("the ledger gives it a number").ShouldBePositive();
        JsonReport.Write(imported with { Number = null }).ShouldBe(JsonReport.Write(document));
    }

    [Fact]
    public async Task Rejects_a_job_with_an_unreadable_part()
    {
        var saved = await SavedJobAsync();

        await ShouldRejectAsync(job => job["environment"]!["targets"]![0]!.AsObject().Remove("settings"),
            "environment.targets[0].settings must have at most 100 settings");
        await ShouldRejectAsync(job => job["cases"]![0]!["runs"]![0]!["sharedLoad"] = new JsonObject(), "must have from 1 to 16 nodes");
        await ShouldRejectAsync(job => job["request"]!["options"]!["sizes"] = "half",
            "an option contains a string that is not valid Unicode", text => text.Replace("\"half\"", "\"\\ud800\"", StringComparison.Ordinal));

        async Task ShouldRejectAsync(Action<JsonNode> change, string sentence, Func<string, string>? edit = null)
        {
            var job = JsonNode.Parse(await File.ReadAllTextAsync(saved, Ct))!;
            change(job);
            var file = Path.Combine(_folder.Path, "changed.json");
            await File.WriteAllTextAsync(file, (edit ?? (text => text))(job.ToJsonString()), Ct);

            var outcome = await ImportAsync(file);

            outcome.ErrorLines.ShouldHaveSingleItem().ShouldContain(sentence);
            outcome.ExitCode.ShouldBe(2);
        }
    }

    [Fact]
    public async Task Imports_a_job_that_waited_for_a_node_when_it_was_saved()
    {
        var saved = await SavedJobAsync();
        var job = JsonNode.Parse(await File.ReadAllTextAsync(saved, Ct))!;
        job["waiting"] = new JsonObject { ["reason"] = "All nodes are busy." };
        await File.WriteAllTextAsync(saved, job.ToJsonString(), Ct);

        (await ImportAsync(saved)).ExitCode.ShouldBe(0);
    }

    [Theory]
    [InlineData("no json", "The format is unknown. Valid: a job of RedisPerf ")]
    [InlineData("", "The format is unknown. Valid: a job of RedisPerf ")]
    [InlineData("{\"some\": \"thing\"}", "The format is unknown. Valid: a job of RedisPerf ")]
    [InlineData("[]", "The format is unknown. Valid: a job of RedisPerf ")]
    [InlineData("one,two\n1,2\n", "The format is unknown. Valid: a job of RedisPerf ")]
    [InlineData("{\"some\":\n \"thing\", }", "The JSON is invalid or incomplete in line 2, byte 11.")]
    [InlineData("{\"benchmark\": \"insert\", \"cases\": []}", "The file is not a RedisPerf job document: it lacks the fields ")]
    [InlineData("{\"ALL STATS\": {\"Runtime\": {}}}", "The memtier_benchmark report has no command with operations per second.")]
    [InlineData("\"SET\",\"nan\"\n", "The output of redis-benchmark has no test with requests per second.")]
    [InlineData("\u0001\u0000", "The content is not text: line 1 has the byte 0x01.")]
    [InlineData("{\"Title\": \"x-20261121-151929\", \"HostEnvironmentInfo\": {}, \"Benchmarks\": [{\"Type\": \"Gzip\", \"Method\": \"Encode\"}]}",
        "The BenchmarkDotNet report has no measurements: ")]
    [InlineData("{\"Title\": \"x-20261121-151929\", \"HostEnvironmentInfo\": null, \"Benchmarks\": []}",
        "The report is not in the format of BenchmarkDotNet 0.15: ")]
    [InlineData("{\"Title\": \"x-20261121-151929\", \"HostEnvironmentInfo\": {}, \"Benchmarks\": [null]}",
        "The report is not in the format of BenchmarkDotNet 0.15")]
    public async Task Rejects_other_files(string content, string sentence)
    {
        var file = Path.Combine(_folder.Path, "file.json");
        await File.WriteAllTextAsync(file, content, Ct);

        var outcome = await ImportAsync(file);

        outcome.ErrorLines.ShouldHaveSingleItem().ShouldStartWith($"{file} cannot be imported. {sentence}");
        outcome.Error.ShouldNotContain("System.");
        outcome.Error.ShouldNotContain("RedisPerf.C");
        outcome.Output.ShouldBeEmpty();
        outcome.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task Rejects_a_report_without_a_time()
    {
        var file = Path.Combine(_folder.Path, "file.json");
        await File.WriteAllTextAsync(
            file, (await File.ReadAllTextAsync(Report, Ct)).Replace("BenchmarkRun-joined-2026-11-22-16-44-41", "mine", StringComparison.Ordinal), Ct);

        (await ImportAsync(file)).Error.ShouldContain("must end with a time, as in \"Gzip-20261121-151929\", not \"mine\".");
    }

    [Fact]
    public async Task Rejects_a_missing_file()
    {
        var file = Path.Combine(_folder.Path, "nosuch.json");

        var outcome = await ImportAsync(file);

        outcome.ErrorLines.ShouldHaveSingleItem().ShouldStartWith($"{file} cannot be read: ");
        outcome.ExitCode.ShouldBe(2);
    }

    private async Task<string> SavedJobAsync()
    {
        var saved = Path.Combine(_folder.Path, "job.json");
        (await Outcome.OfAsync($"run insert -s batch --items 60 --payload-bytes 200 --runs 2 --warmups 1 --target {Outcome.Target} --save {saved}",
            Ct)).ExitCode.ShouldBe(0);
        return saved;
    }

    private static Task<Outcome> ImportAsync(string file) => Outcome.OfAsync(["import", file], Ct);

    // A different title is different content, so each test has its own job.
    private async Task<string> ReportAsync(string name)
    {
        var file = Path.Combine(_folder.Path, $"{name}.json");
        await File.WriteAllTextAsync(file, (await File.ReadAllTextAsync(Report, Ct)).Replace(
            "BenchmarkRun-joined-2026-11-22-16-44-41", $"{name}-20261122-164441", StringComparison.Ordinal), Ct);
        return file;
    }
}

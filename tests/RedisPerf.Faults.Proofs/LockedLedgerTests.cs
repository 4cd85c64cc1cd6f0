using System.Diagnostics;
using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using AngleSharp.Html.Parser;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Faults.Proofs.Programs;
using RedisPerf.Web.Background;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Another program holds the lock of the ledger, or the disk is full.</summary>
public sealed class LockedLedgerTests : IDisposable
{
    private static readonly TimeSpan AnswerLimit = TimeSpan.FromSeconds(5.5);

    /// <summary>Twelve runs with pauses for the test to act in.</summary>
    private const string Job = """
        { "benchmark": "insert", "strategies": ["multi-exec"], "targets": ["embedded"], "runs": 5, "options": { "items": 3000,
          "payloadBytes": 1000, "batchSize": 1 } }
        """;

    private readonly DataFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Requests_are_answered_with_503_within_five_seconds()
    {
        await using var host = WebHost.StartOn(_folder);
        await host.UntilAsync((await host.QueueAsync(SmallJob.ShortJson)).Text("id")!, "completed");
        await using var locked = await LockAsync();

        var start = Stopwatch.GetTimestamp();
        var answers = await Task.WhenAll(
            Enumerable.Range(0, 5).Select(_ => host.PostAsync(SmallJob.ShortJson))
                .Append(host.Client.GetAsync("/health/ready", Ct)));

        Stopwatch.GetElapsedTime(start).ShouldBeLessThan(AnswerLimit);
        foreach (var answer in answers)
        {
            answer.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
            (await answer.ProblemAsync()).Text("detail")
                .ShouldEndWith($"The ledger {Path.Combine(_folder.Path, "ledger.db")} is locked by another program. Close it there and try again.");
        }
    }

    [Fact]
    public async Task A_page_shows_the_reason()
    {
        await using var host = WebHost.StartOn(_folder);
        var form = await new HtmlParser().ParseDocumentAsync(await host.Client.GetStringAsync("/", Ct), Ct);
        var token = form.QuerySelector("input[name=__RequestVerificationToken]").ShouldNotBeNull().GetAttribute("value")!;
        await using var locked = await LockAsync();

        using var page = await host.Client.PostAsync(
            "/", new FormUrlEncodedContent([new("benchmark", "insert"), new("strategies", "batch"), new("targets", "embedded"),
                new("options.items", "60"), new("__RequestVerificationToken", token)]), Ct);

        var text = await page.Content.ReadAsStringAsync(Ct);
        page.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable, text);
        text.ShouldContain("is locked by another program. Close it there and try again.");
    }

    [Fact]
    public async Task The_runs_of_a_job_are_kept_until_the_ledger_is_free()
    {
        await using var host = WebHost.StartOn(_folder);
        var id = (await host.QueueAsync(Job)).Text("id")!;
        await host.UntilAsync($"/api/jobs/{id}", job => Runs(job) >= 2);

        await using (await LockAsync())
        {
            var before = Runs(await host.GetAsync($"/api/jobs/{id}"));
            await host.UntilAsync($"/api/jobs/{id}", job => Runs(job) > before + 1);
            using var ready = await host.Client.GetAsync("/health/ready", Ct);
            ready.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        }

        var ended = await host.UntilAsync(id, "completed");
        Runs(ended).ShouldBe(12);
        // The last run is in the ledger shortly before the recorder has reset its state.
        for (var attempt = 0; attempt < 100 && await ReadyAsync() != HttpStatusCode.OK; attempt++)
        {
            await Task.Delay(20, Ct);
        }

        (await ReadyAsync()).ShouldBe(HttpStatusCode.OK);

        async Task<HttpStatusCode> ReadyAsync()
        {
            using var answer = await host.Client.GetAsync("/health/ready", Ct);
            return answer.StatusCode;
        }
    }

    [Fact]
    public async Task A_job_that_ends_and_a_job_that_waits_complete_after_the_ledger_is_free()
    {
        await using var host = WebHost.StartOn(_folder);
        var first = (await host.QueueAsync(Job)).Text("id")!;
        var second = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        await host.UntilAsync($"/api/jobs/{first}", job => Runs(job) >= 1);

        await using (await LockAsync())
        {
            await host.UntilAsync($"/api/jobs/{first}", job => Runs(job) == 12);
            // Time for the end of the first job and the start of the second one.
            await Task.Delay(TimeSpan.FromSeconds(3), Ct);
            (await host.GetAsync($"/api/jobs/{second}")).Text("state").ShouldBe("queued");
        }

        Runs(await host.UntilAsync(first, "completed")).ShouldBe(12);
        await host.UntilAsync(second, "completed");
    }

    [Fact]
    public async Task A_stop_ends_in_time_and_the_next_start_has_all_runs()
    {
        await using var program = Start();
        using var client = await program.ConnectAsync();
        var id = await QueueAsync(client, SmallJob.EndlessJson);
        await client.UntilAsync($"/api/jobs/{id}", job => Runs(job) >= 1);
        int runs;
        await using (await LockAsync())
        {
            await client.UntilAsync($"/api/jobs/{id}", job => Runs(job) >= 3);
            runs = Runs(await GetAsync(client, id));
            var start = Stopwatch.GetTimestamp();
            await Signals.SendAsync("TERM", program.Id);
            (await program.EndAsync()).ExitCode.ShouldBe(0);
            Stopwatch.GetElapsedTime(start).ShouldBeLessThan(TimeSpan.FromSeconds(20));
        }

        await using var host = WebHost.StartOn(_folder);
        var job = await host.GetAsync($"/api/jobs/{id}");
        job.Text("state").ShouldBe("interrupted");
        Runs(job).ShouldBeGreaterThanOrEqualTo(runs);
        Directory.GetFiles(Path.Combine(_folder.Path, "unsaved")).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_cancel_that_was_answered_is_kept_after_a_kill()
    {
        await using (var program = Start())
        {
            using var client = await program.ConnectAsync();
            var id = await QueueAsync(client, SmallJob.EndlessJson);
            await client.UntilAsync($"/api/jobs/{id}", job => job.Text("state") == "running");

            using var cancelled = await client.PostAsync($"/api/jobs/{id}/cancel", null, Ct);
            await program.KillAsync();

            cancelled.StatusCode.ShouldBe(HttpStatusCode.Accepted);
        }

        await using var host = WebHost.StartOn(_folder);
        (await host.GetAsync("/api/jobs"))["jobs"]!.AsArray().ShouldHaveSingleItem()!.Text("state").ShouldBe("cancelled");
    }

    [Fact]
    public async Task A_full_disk_is_answered_with_503_and_loses_no_run()
    {
        await using var disk = await SmallDisk.MountAsync();
        await using var host = WebHost.Start(("RedisPerf:Data", disk.Path));
        var id = (await host.QueueAsync(Job)).Text("id")!;
        await host.UntilAsync($"/api/jobs/{id}", job => Runs(job) >= 1);
        await disk.FillAsync();

        await host.UntilAsync($"/api/jobs/{id}", job => Runs(job) >= 5);
        using (var refused = await host.PostAsync(SmallJob.ShortJson))
        {
            refused.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
            (await refused.ProblemAsync()).Text("detail")!.ShouldContain("the disk is full");
        }

        disk.Free();
        Runs(await host.UntilAsync(id, "completed")).ShouldBe(12);
    }

    [Fact]
    public async Task A_job_on_a_full_disk_waits_when_the_memory_for_its_runs_is_full_and_continues_later()
    {
        await using var disk = await SmallDisk.MountAsync();
        await using var host = WebHost.Start(("RedisPerf:Data", disk.Path));
        host.Services.GetRequiredService<EventRecording>().EventsInMemory = 3;
        var id = (await host.QueueAsync(Job)).Text("id")!;
        await host.UntilAsync($"/api/jobs/{id}", job => Runs(job) >= 1);
        await disk.FillAsync();

        var waiting = $"The runs of job {id} could not be stored";
        await Poll.UntilAsync(() => host.Log.Contains(waiting, StringComparison.Ordinal));

        (await host.GetAsync($"/api/jobs/{id}")).Text("state").ShouldBe("running");
        disk.Free();
        Runs(await host.UntilAsync(id, "completed")).ShouldBe(12);
        await host.UntilAsync((await host.QueueAsync(SmallJob.ShortJson)).Text("id")!, "completed");
    }

    [Fact]
    public async Task A_file_of_unsaved_runs_without_an_event_does_not_prevent_the_start()
    {
        var file = Path.Combine(Directory.CreateDirectory(Path.Combine(_folder.Path, "unsaved")).FullName, $"{Guid.NewGuid()}.1.jsonl");
        await File.WriteAllTextAsync(file, "null\n", Ct);

        await using var host = WebHost.StartOn(_folder);

        host.Log.ShouldContain($"{file}.damaged");
        File.Exists($"{file}.damaged").ShouldBeTrue();
    }

    private ProgramProcess Start() => ProgramProcess.Start(["--urls", "http://127.0.0.1:0"], ("RedisPerf__Data", _folder.Path));

    private async Task<SqliteConnection> LockAsync()
    {
        var connection = new SqliteConnection($"Data Source={Path.Combine(_folder.Path, "ledger.db")};Pooling=False;Default Timeout=10");
        await connection.OpenAsync(Ct);
        await using var command = connection.CreateCommand();
        command.CommandText = "BEGIN IMMEDIATE";
        await command.ExecuteNonQueryAsync(Ct);
        return connection;
    }

    private static int Runs(JsonObject job) => job["cases"]!.AsArray().Sum(@case => @case!["runs"]!.AsArray().Count);

    private static async Task<string> QueueAsync(HttpClient client, string json)
    {
        using var answer = await client.PostAsync("/api/jobs", new StringContent(json, Encoding.UTF8, "application/json"), Ct);
        answer.StatusCode.ShouldBe(HttpStatusCode.Created);
        return JsonNode.Parse(await answer.Content.ReadAsStringAsync(Ct))!.Text("id")!;
    }

    private static async Task<JsonObject> GetAsync(HttpClient client, string id) =>
        JsonNode.Parse(await client.GetStringAsync($"/api/jobs/{id}", Ct))!.AsObject();
}

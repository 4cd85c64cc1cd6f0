using System.Net;
using System.Reflection;
using System.Text.Json.Nodes;
using RedisPerf.Faults.Proofs.Programs;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Rows of the ledger that cannot be read, as after a fault of the disk or an edit by another program.</summary>
public sealed class DamagedLedgerTests(FilledFolder filled) : IClassFixture<FilledFolder>, IDisposable
{
    private static readonly string[] Lists = ["/", "/jobs", "/articles", "/compare", "/schedules", "/targets", "/api/jobs",
        "/api/schedules", "/health/ready"];

    private readonly DataFolder _folder = new();

    private WebHost Host => filled.Host;

    private LedgerRows Rows => new(_folder);

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("state = '99'", true)]
    [InlineData("state = 'unknown'", true)]
    [InlineData("requested_by = ''", true)]
    [InlineData("request = '{'", true)]
    [InlineData("request = 'null'", true)]
    [InlineData("request = '{\"strategies\":null,\"options\":{},\"targets\":[],\"runs\":1,\"warmups\":0,\"seed\":1}'", true)]
    [InlineData("request = '{\"strategies\":[null],\"options\":{},\"targets\":[],\"runs\":1,\"warmups\":0,\"seed\":1}'", true)]
    [InlineData("request = x'00ff'", true)]
    [InlineData("environment = '[1'", true)]
    [InlineData("environment = '{}'", true)]
    [InlineData("progress = '\"half\"'", true)]
    [InlineData("error = '7'", true)]
    [InlineData("continuation = '{'", true)]
    [InlineData("continuation = '{\"state\":\"unknown\",\"budgetSeconds\":60}'", true)]
    [InlineData("note = x'00ff'", true)]
    [InlineData("created_at = 'yesterday'", true)]
    [InlineData("ended_at = '2026-99-99'", true)]
    [InlineData("best_median = 1e308", false)]
    [InlineData("best_median = 9e999", false)]
    [InlineData("best_median = 5e-324", false)]
    [InlineData("best_median = -1", false)]
    [InlineData("best_at = NULL", false)]
    [InlineData("note = hex(zeroblob(2500000)), note_text = hex(zeroblob(2500000))", false)]
    public async Task A_damaged_job_fails_no_list(string damage, bool isShownAsDamaged)
    {
        var (damaged, intact) = await filled.RestoreAsync();
        await filled.Rows.ExecuteAsync($"UPDATE jobs SET {damage} WHERE id = @damaged", new { damaged });

        await ListsShouldWorkAsync(Host);

        var jobs = (await Host.GetAsync("/api/jobs"))["jobs"]!.AsArray();
        jobs.Select(job => job!.Text("id")).ShouldBe([intact, damaged], ignoreOrder: true);
        var job = await Host.GetAsync($"/api/jobs/{damaged}");
        (job.Text("error")?.StartsWith("The record in the ledger is damaged: ", StringComparison.Ordinal) == true).ShouldBe(
            isShownAsDamaged, job.Text("error"));
        await PageShouldWorkAsync(Host, $"/jobs/{damaged}");
        using var deleted = await Host.Client.DeleteAsync($"/api/jobs/{damaged}", Ct);
        deleted.StatusCode.ShouldBe(HttpStatusCode.NoContent);
    }

    [Theory]
    [InlineData("seconds = 1e308", true)]
    [InlineData("seconds = 5e-324", true)]
    [InlineData("seconds = -1", true)]
    [InlineData("seconds = 'fast'", true)]
    [InlineData("state = '99'", true)]
    [InlineData("client = '{'", true)]
    [InlineData("figures = '{\"a\":\"b\"}'", true)]
    [InlineData("disturbed = '[{}]'", true)]
    [InlineData("operations = 9223372036854775807", false)]
    public async Task A_damaged_run_is_shown_as_a_failed_run(string damage, bool isShownAsDamaged)
    {
        var (damaged, _) = await filled.RestoreAsync();
        await filled.Rows.ExecuteAsync($"UPDATE runs SET {damage} WHERE job_id = @damaged AND strategy = 'batch'", new { damaged });

        await ListsShouldWorkAsync(Host);

        var job = await Host.GetAsync($"/api/jobs/{damaged}");
        var run = job["cases"]!.AsArray().Single(@case => @case!.Text("strategy") == "batch")!["runs"]![0]!;
        (run.Text("error")?.StartsWith("The record in the ledger is damaged: ", StringComparison.Ordinal) == true).ShouldBe(
            isShownAsDamaged, run.ToJsonString());
        await PageShouldWorkAsync(Host, $"/jobs/{damaged}");
    }

    [Theory]
    [InlineData("request = '{'")]
    [InlineData("request = '{\"strategies\":[null],\"options\":{},\"targets\":[],\"runs\":1,\"warmups\":0,\"seed\":1}'")]
    [InlineData("name = x'00ff'")]
    [InlineData("paused = 'often'")]
    [InlineData("created_at = 'yesterday'")]
    [InlineData("next_at = '0'")]
    [InlineData("last_job = 'none'")]
    [InlineData("missed = 'many'")]
    public async Task A_damaged_schedule_is_shown_as_damaged_and_can_be_deleted(string damage)
    {
        await filled.RestoreAsync();
        await filled.Rows.AddScheduleAsync("nightly");
        await filled.Rows.AddScheduleAsync("intact");
        await filled.Rows.ExecuteAsync($"UPDATE schedules SET {damage} WHERE name = 'nightly'", new { });

        await ListsShouldWorkAsync(Host);

        var schedules = JsonNode.Parse(await Host.Client.GetStringAsync("/api/schedules", Ct))!.AsArray();
        schedules.Count.ShouldBe(2);
        var damaged = schedules.Single(schedule => schedule!["error"] is not null)!;
        damaged.Text("error")!.ShouldStartWith("The record in the ledger is damaged: ");
        await PageShouldWorkAsync(Host, $"/schedules/{damaged.Text("id")}");
        (await Host.PageAsync("/schedules")).Body!.TextContent.ShouldContain("The record in the ledger is damaged: ");
        using var deleted = await Host.Client.DeleteAsync($"/api/schedules/{damaged.Text("id")}", Ct);
        deleted.StatusCode.ShouldBe(HttpStatusCode.NoContent);
    }

    [Theory]
    [InlineData("ratio = 'twice'", "open")]
    [InlineData("low = 9e999", "open")]
    [InlineData("basis = 'unknown'", "open")]
    [InlineData("since = 'yesterday'", "open")]
    [InlineData("job = 'none'", "open")]
    [InlineData("strategy = x'00ff'", "open")]
    [InlineData("resolution = 'returned'", "open")]
    [InlineData("state = '99'", "resolved")]
    [InlineData("state = 'resolved'", "resolved")]
    public async Task A_damaged_alert_is_shown_as_damaged(string damage, string state)
    {
        var (job, _) = await filled.RestoreAsync();
        var schedule = await filled.Rows.AddScheduleAsync("nightly");
        var alertId = await filled.Rows.AddAlertAsync(schedule, job);
        await filled.Rows.ExecuteAsync($"UPDATE alerts SET {damage} WHERE id = @alertId", new { alertId });

        await ListsShouldWorkAsync(Host);

        foreach (var filter in (string[])[state, "all"])
        {
            var alert = (await Host.GetAsync($"/api/alerts?state={filter}"))["alerts"]!.AsArray().ShouldHaveSingleItem()!;
            alert.Text("sentence")!.ShouldStartWith("nightly: The record in the ledger is damaged: ");
            alert["ratio"].ShouldBeNull();
        }

        (await Host.PageAsync("/alerts")).Body!.TextContent.ShouldContain("The record in the ledger is damaged: ");
        await PageShouldWorkAsync(Host, $"/schedules/{schedule}");
    }

    [Theory]
    [InlineData("INSERT INTO targets (name, connection, added_at) VALUES ('staging', x'00ff', '')")]
    [InlineData("INSERT INTO targets (name, connection, added_at) VALUES ('staging', 'CfDJ8', 'yesterday')")]
    public async Task A_damaged_target_is_shown_as_unusable(string damage)
    {
        await filled.CopyAsync(_folder);
        await Rows.ExecuteAsync(damage, new { });
        await using var host = WebHost.StartOn(_folder);

        await ListsShouldWorkAsync(host);

        (await host.PageAsync("/targets")).Body!.TextContent.ShouldContain("Its connection string cannot be decrypted");
    }

    [Theory]
    [InlineData("job_id = 'none'")]
    [InlineData("pinned_at = 'yesterday'")]
    [InlineData("target = x'00ff'")]
    public async Task A_damaged_baseline_fails_no_page(string damage)
    {
        var (pinned, other) = await filled.RestoreAsync();
        await filled.Rows.ExecuteAsync(
            "INSERT INTO baselines (benchmark, target, job_id, pinned_at) VALUES ('insert', 'embedded', @pinned, '2026-01-01T00:00:00.0000000Z')",
            new { pinned });
        await filled.Rows.ExecuteAsync($"UPDATE baselines SET {damage}", new { });

        await ListsShouldWorkAsync(Host);

        await PageShouldWorkAsync(Host, $"/jobs/{pinned}");
        await PageShouldWorkAsync(Host, $"/jobs/{other}");
    }

    [Theory]
    [InlineData("UPDATE missed_scheduled_runs SET due_at = 'yesterday'")]
    [InlineData("UPDATE missed_scheduled_runs SET reason = '{'")]
    [InlineData("INSERT INTO scheduled_run_reviews (job_id, state, reviewed_at) VALUES (@job, '99', '2026-01-01T00:00:00.0000000Z')")]
    [InlineData("INSERT INTO scheduled_run_reviews (job_id, state, cases, reviewed_at) VALUES (@job, 'usual', '[{]', 'yesterday')")]
    [InlineData("INSERT INTO left_keys (job_id, target, address, searched_at) VALUES (@job, 'mine', '127.0.0.1:1/0', 'yesterday')")]
    [InlineData("UPDATE runs SET seconds = 'fast' WHERE job_id = @job AND strategy = 'batch'")]
    [InlineData("UPDATE jobs SET state = 'failed', error = '7' WHERE id = @job")]
    public async Task A_damaged_part_of_a_schedule_fails_no_page(string damage)
    {
        var (job, _) = await filled.RestoreAsync();
        var schedule = await filled.Rows.AddScheduleAsync("nightly");
        await filled.Rows.AddPartsAsync(schedule, job);
        await filled.Rows.ExecuteAsync(damage, new { job });

        await ListsShouldWorkAsync(Host);

        await PageShouldWorkAsync(Host, $"/schedules/{schedule}");
        await PageShouldWorkAsync(Host, "/alerts");
    }

    [Fact]
    public async Task The_program_starts_with_all_of_these_damages()
    {
        var (first, _) = await filled.CopyAsync(_folder);
        foreach (var damage in DamagesOf(nameof(A_damaged_job_fails_no_list)))
        {
            await Rows.ExecuteAsync($"UPDATE jobs SET {damage} WHERE id = @id", new { id = await Rows.AddJobAsync(first) });
        }

        foreach (var damage in DamagesOf(nameof(A_damaged_run_is_shown_as_a_failed_run)))
        {
            await Rows.ExecuteAsync(
                $"UPDATE runs SET {damage} WHERE job_id = @id AND strategy = 'batch'", new { id = await Rows.AddJobAsync(first) });
        }

        foreach (var (number, damage) in DamagesOf(nameof(A_damaged_schedule_is_shown_as_damaged_and_can_be_deleted)).Index())
        {
            await Rows.ExecuteAsync($"UPDATE schedules SET {damage} WHERE id = @id", new { id = await Rows.AddScheduleAsync($"damaged {number}") });
        }

        foreach (var (number, damage) in DamagesOf(nameof(A_damaged_alert_is_shown_as_damaged)).Index())
        {
            await Rows.ExecuteAsync($"UPDATE alerts SET {damage} WHERE id = @id",
                new { id = await Rows.AddAlertAsync(await Rows.AddScheduleAsync($"with an alert {number}"), first) });
        }

        foreach (var (number, damage) in DamagesOf(nameof(A_damaged_baseline_fails_no_page)).Index())
        {
            await Rows.ExecuteAsync(
                "INSERT INTO baselines (benchmark, target, job_id, pinned_at) VALUES ('insert', @target, @first, '2026-01-01T00:00:00.0000000Z')",
                new { target = $"target {number}", first });
            await Rows.ExecuteAsync($"UPDATE baselines SET {damage} WHERE target = @target", new { target = $"target {number}" });
        }

        foreach (var damage in DamagesOf(nameof(A_damaged_part_of_a_schedule_fails_no_page)))
        {
            var job = await Rows.AddJobAsync(first);
            await Rows.AddPartsAsync(await Rows.AddScheduleAsync($"of {job}"), job);
            await Rows.ExecuteAsync(damage, new { job });
        }

        await using var host = WebHost.StartOn(_folder);

        await ListsShouldWorkAsync(host);
        var next = await host.QueueAsync(SmallJob.ShortJson);
        await host.UntilAsync(next.Text("id")!, "completed");
    }

    [Theory]
    [InlineData("running")]
    [InlineData("queued")]
    public async Task A_damaged_job_that_has_not_ended_fails_at_the_start(string state)
    {
        var (damaged, _) = await filled.CopyAsync(_folder);
        await Rows.ExecuteAsync(
            $"UPDATE jobs SET state = '{state}', ended_at = NULL, request = '{{', environment = '{{' WHERE id = @damaged", new { damaged });
        await using var host = WebHost.StartOn(_folder);

        await ListsShouldWorkAsync(host);

        (await host.GetAsync($"/api/jobs/{damaged}")).Text("state").ShouldBe("failed");
        var next = await host.QueueAsync(SmallJob.ShortJson);
        await host.UntilAsync(next.Text("id")!, "completed");
    }

    [Fact]
    public async Task A_keys_folder_that_is_a_file_is_one_line()
    {
        var file = Path.Combine(_folder.Path, "keys");
        await File.WriteAllTextAsync(file, "", Ct);
        await using var program = ProgramProcess.Start(["--urls", "http://127.0.0.1:0"], ("RedisPerf__Data", _folder.Path));

        var (exitCode, output, errors) = await program.EndAsync();

        exitCode.ShouldBe(1);
        output.ShouldBeEmpty();
        errors.Trim().ShouldNotContainNewLine().ShouldStartWith($"The folder {file} cannot be used (");
    }

    private static IEnumerable<string> DamagesOf(string test) =>
        typeof(DamagedLedgerTests).GetMethod(test)!.GetCustomAttributes<InlineDataAttribute>().Select(data => (string)data.Data[0]!);

    private static async Task ListsShouldWorkAsync(WebHost host)
    {
        foreach (var path in Lists)
        {
            await PageShouldWorkAsync(host, path);
        }
    }

    private static async Task PageShouldWorkAsync(WebHost host, string path)
    {
        using var response = await host.Client.GetAsync(path, Ct);
        response.StatusCode.ShouldBe(HttpStatusCode.OK, $"{path}\n{host.FirstError}");
    }
}

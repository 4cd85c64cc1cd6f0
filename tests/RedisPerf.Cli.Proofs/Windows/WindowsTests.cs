using System.Globalization;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using RedisPerf.Cli.Tests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Proofs.Windows;

/// <summary>The programs for Windows, run by Wine: their files, output, exit codes, and jobs on a server of this machine. They share
/// one Wine prefix.</summary>
public class WindowsTests(WindowsPrograms programs) : IClassFixture<WindowsPrograms>
{
    [Fact]
    public async Task Redirected_output_is_UTF_8()
    {
        var (baseline, _) = await SaveAsync(1.0, 2.0);

        var table = await programs.RunAsync("show", WindowsPrograms.PathOf(baseline));
        var markdown = await programs.RunAsync("show", WindowsPrograms.PathOf(baseline), "--format", "md");
        var csv = await programs.RunAsync("show", WindowsPrograms.PathOf(baseline), "--format", "csv");

        table.ExitCode.ShouldBe(0, table.Error);
        table.Output.ShouldContain('–');
        markdown.ExitCode.ShouldBe(0, markdown.Error);
        markdown.Output.ShouldContain('–');
        csv.ExitCode.ShouldBe(0, csv.Error);
        csv.Output.ShouldContain("multi-exec");
        (await programs.RunAsync("list")).ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task Exit_codes_and_errors_are_those_of_other_systems()
    {
        var (baseline, slower) = await SaveAsync(1.0, 1.5);
        var missing = WindowsPrograms.PathOf(Path.Combine(programs.Folder, "missing.json"));

        (await programs.RunAsync("compare", WindowsPrograms.PathOf(baseline), WindowsPrograms.PathOf(slower), "--fail-above", "10%"))
            .ExitCode.ShouldBe(3);
        (await programs.RunAsync("compare", WindowsPrograms.PathOf(baseline), WindowsPrograms.PathOf(baseline), "--fail-above", "10%"))
            .ExitCode.ShouldBe(0);
        var unknown = await programs.RunAsync("run", "nope");
        (unknown.ExitCode, unknown.Output).ShouldBe((2, ""));
        unknown.Error.ShouldContain("Unknown benchmark \"nope\". Valid: insert, mget");
        var absent = await programs.RunAsync("show", missing);
        absent.ExitCode.ShouldBe(2);
        absent.Error.ShouldContain(missing);
        absent.Error.ShouldNotContain("   at ");
    }

    [Fact]
    public async Task Imports_a_saved_job_once()
    {
        var (saved, _) = await SaveAsync(1.0, 2.0);

        var first = await programs.RunAsync("import", WindowsPrograms.PathOf(saved));
        var second = await programs.RunAsync("import", WindowsPrograms.PathOf(saved));

        first.ExitCode.ShouldBe(0, first.Error);
        first.Output.ShouldContain("to the ledger: 2 cases of insert");
        second.ExitCode.ShouldBe(0, second.Error);
        second.Output.ShouldContain("is already in the ledger");
    }

    [Fact]
    public async Task Targets_that_cannot_start_here_have_a_reason()
    {
        var outcome = await programs.RunAsync("targets");

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        outcome.Output.ShouldContain("embedded");
        outcome.Output.ShouldContain("Neither redis-server nor valkey-server is on the PATH of this machine.");
    }

    [Fact]
    public async Task The_command_line_measures_and_verifies_a_job()
    {
        await using var server = await RedisAsync();

        var outcome = await programs.RunAsync(
            "run", "insert", "-s", "batch", "-s", "hset", "-s", "gzip", "--items", "400", "--payload-bytes", "2000", "--runs", "2", "--warmups", "1",
            "--target", server.EndPoint.ToString()!, "--format", "json");

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var job = JsonReport.Read(outcome.Output);
        job.State.ShouldBe(JobState.Completed);
        job.Environment!.Os.ShouldContain("Windows");
        job.Cases.Select(@case => @case.Strategy).ShouldBe(["batch", "hset", "gzip", "floor"], ignoreOrder: true);
        job.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.State == RunState.Ok && run.Verified && run.Client!.CpuSeconds >= 0);
        await CheckNoKeyAsync(server);
    }

    [Fact]
    public async Task A_job_with_a_payload_two_clients_and_a_simulated_link_is_verified()
    {
        await using var server = await RedisAsync();
        var payload = Path.Combine(programs.Folder, "orders.ndjson");
        await File.WriteAllTextAsync(payload, "{\"id\":1}\r\n{\"id\":22}\r\n", Ct);

        var outcome = await programs.RunAsync(
            "run", "insert", "-s", "batch", "--items", "60", "--runs", "1", "--warmups", "0", "--payload", WindowsPrograms.PathOf(payload),
            "--client", "2.13.17", "--client", "3.4.35", "--link-round-trip", "1", "--target", server.EndPoint.ToString()!, "--format", "json");

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var job = JsonReport.Read(outcome.Output);
        job.Request.Payload!.Values.ShouldBe(2);
        job.Cases.Select(@case => (@case.Strategy, @case.Client))
            .ShouldBe([("batch", "2.13.17"), ("batch", "3.4.35"), ("floor", "2.13.17"), ("floor", "3.4.35")], ignoreOrder: true);
        job.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.State == RunState.Ok && run.Verified);
        await CheckNoKeyAsync(server);
    }

    [Fact]
    public async Task A_server_that_cannot_start_is_a_failed_job_with_its_reason()
    {
        var outcome = await programs.RunAsync("run", "insert", "-s", "batch", "--items", "60", "--runs", "1", "--target", "embedded");

        outcome.ExitCode.ShouldBe(1);
        (outcome.Output + outcome.Error).ShouldContain("The server of target 'embedded' did not start.");
    }

    private static async Task CheckNoKeyAsync(TargetServer server)
    {
        await using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), Ct);
        ((long)await connection.GetDatabase().ExecuteAsync("DBSIZE")).ShouldBe(0);
    }

    // The ledger uses dynamic methods, which end a process in this Wine when a collection finds them unused. So the heap is larger than
    // this test needs, and no job is measured, as each run starts with a collection.
    [Fact]
    public async Task The_web_application_serves_its_pages_and_has_time_zones_by_IANA_name()
    {
        using var process = programs.Start(
            "web/RedisPerf.Web.exe", ["--urls", "http://127.0.0.1:0"], ("DOTNET_GCgen0size", "40000000"), ("DOTNET_GCGen0MaxBudget", "40000000"));
        try
        {
            var line = await process.StandardOutput.ReadLineAsync(Ct);
            using var client = new HttpClient { BaseAddress = new(line.ShouldNotBeNull().Split(' ', ';')[3]) };

            (await client.GetStringAsync("/", Ct)).ShouldContain("embedded");
            (await client.GetStringAsync("/schedules/new?benchmark=insert", Ct)).ShouldContain("America/Los_Angeles");
            var created = await client.PostAsJsonAsync("/api/schedules", new
            {
                name = "nightly",
                cron = "30 2 1 7 *",
                timeZone = "US/Pacific",
                request = new { benchmark = "insert" },
            }, Ct);
            var schedule = JsonNode.Parse(await created.Content.ReadAsStringAsync(Ct))!;
            ((string?)schedule["timeZone"]).ShouldBe("US/Pacific", schedule.ToJsonString());
            using var second = programs.Start("web/RedisPerf.Web.exe", ["--urls", "http://127.0.0.1:0"]);
            (await second.StandardError.ReadToEndAsync(Ct)).ShouldContain("Another RedisPerf uses the data folder");
            await second.WaitForExitAsync(Ct);
            second.ExitCode.ShouldBe(1);
            ((DateTimeOffset)schedule["nextRuns"]![0]!).ToString("MM-dd HH:mm", CultureInfo.InvariantCulture).ShouldBe("07-01 09:30");
        }
        finally
        {
            process.Kill(entireProcessTree: true);
        }
    }

    private async Task<TargetServer> RedisAsync()
    {
        var local = LocalTarget.Find(programs.Folder)[0];
        Assert.SkipUnless(local.IsInstalled, "There is no redis-server or valkey-server on the PATH.");
        return await local.OpenAsync(new(0), Ct);
    }

    private async Task<(string Base, string Other)> SaveAsync(double seconds, double otherSeconds)
    {
        var folder = Directory.CreateDirectory(Path.Combine(programs.Folder, Guid.NewGuid().ToString("N"))).FullName;
        return (await WriteAsync("base", seconds), await WriteAsync("other", otherSeconds));

        async Task<string> WriteAsync(string name, double seconds)
        {
            var file = Path.Combine(folder, $"{name}.json");
            await File.WriteAllTextAsync(
                file, JsonReport.Write(SampleJob.Of(name, ("multi-exec", seconds), ("batch", seconds / 2))), new UTF8Encoding(false), Ct);
            return file;
        }
    }
}

using System.Net;
using Dapper;
using Microsoft.Data.Sqlite;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults;

/// <summary>Rows of the ledger that cannot be read, as after a fault of the disk or an edit by another program.</summary>
public sealed class DamagedLedgerTests(DamagedLedgerTests.FilledFolder filled) : IClassFixture<DamagedLedgerTests.FilledFolder>, IDisposable
{
    private static readonly string[] Lists = ["/", "/jobs", "/articles", "/compare", "/schedules", "/targets", "/api/jobs", "/api/schedules", "/health/ready"];

    private readonly DataFolder _folder = new();

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

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
    [InlineData("created_at = 'yesterday'", true)]
    [InlineData("ended_at = '2026-99-99'", true)]
    [InlineData("best_median = 1e308", false)]
    [InlineData("best_median = 9e999", false)]
    [InlineData("best_median = 5e-324", false)]
    [InlineData("best_median = -1", false)]
    [InlineData("best_target = NULL", false)]
    [InlineData("note = hex(zeroblob(2500000)), note_text = hex(zeroblob(2500000))", false)]
    public async Task A_damaged_job_fails_no_list(string damage, bool isShownAsDamaged)
    {
        var (damaged, intact) = await filled.CopyAsync(_folder);
        await ExecuteAsync($"UPDATE jobs SET {damage} WHERE id = @damaged", new { damaged });
        await using var host = WebHost.StartOn(_folder);

        await ListsShouldWorkAsync(host);

        var jobs = (await host.GetAsync("/api/jobs"))["jobs"]!.AsArray();
        jobs.Select(job => job!.Text("id")).ShouldBe([intact, damaged], ignoreOrder: true);
        var job = await host.GetAsync($"/api/jobs/{damaged}");
        (job.Text("error")?.StartsWith("The record in the ledger is damaged: ", StringComparison.Ordinal) == true).ShouldBe(isShownAsDamaged, job.Text("error"));
        await PageShouldWorkAsync(host, $"/jobs/{damaged}");
        using var deleted = await host.Client.DeleteAsync($"/api/jobs/{damaged}", Ct);
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
        var (damaged, _) = await filled.CopyAsync(_folder);
        await ExecuteAsync($"UPDATE runs SET {damage} WHERE job_id = @damaged AND strategy = 'batch'", new { damaged });
        await using var host = WebHost.StartOn(_folder);

        await ListsShouldWorkAsync(host);

        var job = await host.GetAsync($"/api/jobs/{damaged}");
        var run = job["cases"]!.AsArray().Single(@case => @case!.Text("strategy") == "batch")!["runs"]![0]!;
        (run.Text("error")?.StartsWith("The record in the ledger is damaged: ", StringComparison.Ordinal) == true).ShouldBe(isShownAsDamaged, run.ToJsonString());
        await PageShouldWorkAsync(host, $"/jobs/{damaged}");
    }

    [Theory]
    [InlineData("running")]
    [InlineData("queued")]
    public async Task A_damaged_job_that_has_not_ended_fails_at_the_start(string state)
    {
        var (damaged, _) = await filled.CopyAsync(_folder);
        await ExecuteAsync($"UPDATE jobs SET state = '{state}', ended_at = NULL, request = '{{', environment = '{{' WHERE id = @damaged", new { damaged });
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

    private async Task ExecuteAsync(string sql, object parameters)
    {
        await using var connection = new SqliteConnection($"Data Source={Path.Combine(_folder.Path, "ledger.db")};Pooling=False");
        (await connection.ExecuteAsync(sql, parameters)).ShouldBe(1);
    }

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
        response.StatusCode.ShouldBe(HttpStatusCode.OK, $"{path}\n{host.Log.Split('\n').FirstOrDefault(line => line.StartsWith("Error", StringComparison.Ordinal))}");
    }

    /// <summary>The data folder of a program that ran two jobs and was stopped.</summary>
    public sealed class FilledFolder : IAsyncLifetime
    {
        private readonly DataFolder _folder = new();
        private readonly List<string> _ids = [];

        public async ValueTask InitializeAsync()
        {
            await using var host = WebHost.StartOn(_folder);
            for (var i = 0; i < 2; i++)
            {
                var id = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
                await host.UntilAsync(id, "completed");
                _ids.Add(id);
            }
        }

        /// <summary>Copies the ledger. The first job is the one to damage.</summary>
        public async Task<(string Damaged, string Intact)> CopyAsync(DataFolder to)
        {
            foreach (var file in Directory.GetFiles(_folder.Path, "ledger.db*"))
            {
                await using var target = File.Create(Path.Combine(to.Path, Path.GetFileName(file)));
                await using var source = File.OpenRead(file);
                await source.CopyToAsync(target, Ct);
            }

            return (_ids[0], _ids[1]);
        }

        public ValueTask DisposeAsync()
        {
            _folder.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}

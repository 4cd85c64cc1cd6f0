using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Reporting;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Tests.Benchmarks.Load;

/// <summary>Disturbed runs on a redis-server that RedisPerf starts.</summary>
public sealed class LoadDisturbTests(RunningServer running) : IClassFixture<RunningServer>, IDisposable
{
    private const string Options = """ "rates": "2000", "secondsPerRun": 3, "disturbAt": 1, "readShare": 50, "keys": 100, "payloadBytes": 50 """;

    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Theory]
    [InlineData("open-loop")]
    [InlineData("closed-loop")]
    public async Task A_server_without_persistence_that_is_killed_has_lost_the_writes_before(string strategy)
    {
        var run = (await RunAsync(Job([strategy], """ "disturb": "restart" """))).Ended().ShouldHaveSingleItem().Run;

        run.Disturbed.ShouldBeEmpty("the disturbance is the measurement");
        run.State.ShouldBe(RunState.Ok);
        run.Figures!["lostWrites"].ShouldBeGreaterThan(0);
        run.Figures["acknowledgedWrites"].ShouldBeGreaterThan(run.Figures["lostWrites"]);
        run.Figures["repeatedWrites"].ShouldBe(0);
        run.Figures["hitRate"].ShouldBeLessThan(1, "the loaded values are lost too");
        run.Server!.CpuSeconds.ShouldBeNull("its counters started again");
        var timeline = run.Timeline.ShouldNotBeNull();
        timeline.Mark.ShouldBe("restart");
        timeline.MarkedAt.ShouldBeGreaterThanOrEqualTo(1);
        run.Figures["dip"].ShouldBeGreaterThan(0);
        Leftovers().ShouldBeEmpty();
    }

    [Fact]
    public async Task A_server_that_flushes_each_write_has_lost_none_and_starts_each_run_without_keys_of_others()
    {
        var job = Job(["open-loop"], """ "disturb": ["restart", "bgsave"] """, runs: 2, appendFsync: "always");

        var runs = (await RunAsync(job)).Ended();

        runs.Length.ShouldBe(4);
        runs.Select(ended => ended.Run.State).ShouldAllBe(state => state == RunState.Ok);
        runs.Select(ended => ended.Run.Figures!["lostWrites"]).ShouldAllBe(lost => lost == 0);
        runs.Select(ended => ended.Run.Figures!["repeatedWrites"]).ShouldAllBe(repeated => repeated == 0);
        runs.Select(ended => ended.Run.Figures!["acknowledgedWrites"]).ShouldAllBe(writes => writes > 1_000);
        Leftovers().ShouldBeEmpty();
    }

    [Fact]
    public async Task A_job_compares_disturbances_with_none()
    {
        var job = Job(["open-loop"],
            """ "disturb": ["none", "bgsave", "aof-rewrite", "lua-50ms", "value-10mb", "expire-storm"], "secondsPerRun": 4 """);

        var runs = (await RunAsync(job)).Ended();

        runs.Length.ShouldBe(6);
        foreach (var (@case, run) in runs.Select(ended => (ended.Case, ended.Run)))
        {
            (run.State, run.Error).ShouldBe((RunState.Ok, null));
            run.Timeline.ShouldNotBeNull().Mark.ShouldBe(@case.At["disturb"]);
            run.Figures!["lostWrites"].ShouldBe(0);
            run.Figures["connectionErrors"].ShouldBe(0);
            run.Disturbed.ShouldNotContain(reason => reason.Code == ReasonCode.ServerForked || reason.Code == ReasonCode.OtherClients);
        }
    }

    [Fact]
    public async Task A_script_that_blocks_the_server_is_in_the_latency()
    {
        var run = (await RunAsync(Job(["open-loop"], """ "disturb": "lua-50ms", "rates": "10000" """))).Ended().ShouldHaveSingleItem().Run;

        run.Figures!["p99Worst"].ShouldBeGreaterThan(0.02);
        run.Timeline!.P99.Count.ShouldBeLessThanOrEqualTo(RunTimeline.MaxPoints);
    }

    [Fact]
    public async Task A_server_that_RedisPerf_did_not_start_is_not_disturbed()
    {
        var events = await TestJobs.RunAsync(Job(["open-loop"], """ "disturb": ["none", "restart"] """), running.Target);

        events.Ended().ShouldHaveSingleItem().Case.At["disturb"].ShouldBe("none");
        var unsupported = events.OfType<JobEvent.Started>().Single().Environment.Unsupported.ShouldHaveSingleItem();
        unsupported.Reason!.Code.ShouldBe(ReasonCode.ServerNotDisturbed);
        unsupported.At["disturb"].ShouldBe("restart");
    }

    [Fact]
    public async Task A_job_that_is_cancelled_after_the_kill_leaves_no_process_and_no_folder()
    {
        var job = Job(["open-loop"], """ "disturb": "restart", "secondsPerRun": 30 """);
        using var stop = new CancellationTokenSource();
        var measuring = TestJobs.RunAsync(new(Catalogue.Default, _ => Installed()), job, null, stop.Token);
        var file = await ProcessFileAsync();
        var first = await File.ReadAllTextAsync(file, Ct);
        while (await File.ReadAllTextAsync(file, Ct) == first)
        {
            await Task.Delay(1, Ct);
        }

        var second = int.Parse(await File.ReadAllTextAsync(file, Ct), System.Globalization.CultureInfo.InvariantCulture);
        await stop.CancelAsync();
        (await measuring)[^1].ShouldBeOfType<JobEvent.Ended>().State.ShouldBe(JobState.Cancelled);

        ProcessIdentity.Of(second).ShouldBeNull();
        Leftovers().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("""{"disturb": "fire"}""",
        "disturb must be one of none, bgsave, aof-rewrite, lua-50ms, value-10mb, expire-storm, restart, not \"fire\".")]
    [InlineData("""{"disturb": "restart", "slo": "p99=2ms"}""", "disturb must be none with slo: a search needs runs that are not disturbed.")]
    [InlineData("""{"disturb": "restart", "disturbAt": 4, "secondsPerRun": 5}""",
        "disturbAt must be at least 2 s less than secondsPerRun (5 s) with disturb, not 4.")]
    [InlineData("""{"disturb": "restart", "rates": "100000", "secondsPerRun": 50}""",
        "rates must have at most 2,000,000 operations in a run with disturb; 100,000 per second for 50 s are more.")]
    public void An_invalid_disturbance_is_an_error(string options, string message)
    {
        new JobDraft { Benchmark = "load", Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!, Targets = ["mine"] }
            .Validate(Catalogue.Default, ["mine"], out var errors);

        errors.ShouldHaveSingleItem().Message.ShouldBe(message);
    }

    [Fact]
    public void A_write_that_was_applied_twice_is_found() =>
        // Operations 0 and 5 are reads; 1 to 4 and 6 are writes, of which 4 and 6 failed.
        WriteOutcomes.Of([false, true, true, true, false, false, false], [1, 3, 6, 3])
            .ShouldBe(new WriteOutcomes(Acknowledged: 3, Lost: 1, Repeated: 1, Unconfirmed: 1));

    [Theory]
    [InlineData("restart", 10_063, 3.2, "`open-loop` at 2,000 lost 10,063 acknowledged writes in a run and had its p99 back after 3.20 s.")]
    [InlineData("restart", 0, null,
        "`open-loop` at 2,000 lost 0 acknowledged writes in a run and did not have its p99 back before the end of a run (runs: 3).")]
    [InlineData("bgsave", 0, 0.4, "`open-loop` at 2,000 had its p99 back after 0.400 s.")]
    [InlineData("bgsave", 2, 0.4, "`open-loop` at 2,000 lost 2 acknowledged writes in a run and had its p99 back after 0.400 s.")]
    [InlineData("none", 0, 0.4, "`open-loop` at 2,000 held the rate.")]
    public void The_headline_of_a_disturbed_job_begins_with_its_recovery(string disturb, int lost, double? back, string sentence)
    {
        var (job, info) = Completed(disturb, lost, back);

        Headline.Of(job, info).ShouldStartWith(sentence.TrimEnd('.'));
        JobFindings.Details(job, info).ShouldNotContain(finding => finding.Contains("acknowledged"));
    }

    [Theory]
    [InlineData("restart", true)]
    [InlineData("none", false)]
    public void A_disturbed_job_has_its_figures_as_columns(string disturb, bool isDisturbed)
    {
        var (job, info) = Completed(disturb, lost: 0, back: 3.2);

        var table = new CaseTable(job.Request, info, job.Cases);

        table.Columns.Count(column => column.Name is "figure-lostWrites" or "figure-repeatedWrites" or "figure-p99BackAfter")
            .ShouldBe(isDisturbed ? 3 : 0);
        if (isDisturbed)
        {
            TextReport.Write(job, info).ShouldContain("acknowledged writes lost  p99 back after");
            table.Row(job.Cases[0]).Notices.ShouldBeEmpty();
            table.Row(job.Cases[0]).Cells["figure-repeatedWrites"].Text.ShouldBe("0");
        }
    }

    private static (JobDocument Job, BenchmarkInfo Info) Completed(string disturb, int lost, double? back)
    {
        var info = new LoadBenchmark().Info;
        var request = Job(["open-loop"], $""" "disturb": "{disturb}", "rates": 2000 """).Request;
        Run[] runs = [.. new[] { lost, 0, 0 }.Select((count, round) => new Run
        {
            Round = round,
            Warmup = false,
            State = RunState.Ok,
            Verified = true,
            Seconds = 3,
            Operations = 6_000,
            Figures = new Dictionary<string, double>(back is { } seconds ? [new("p99BackAfter", seconds)] : [])
            {
                ["latencyMean"] = 0.001, ["achieved"] = 2_000, ["lostWrites"] = count, ["repeatedWrites"] = 0, ["p99Before"] = 0.002,
            },
        })];
        var cases = BenchmarkSummaries.Of([new("open-loop", Coordinates.Of("mine").With("rates", "2000"), runs, null)], info, request);
        return (Samples.Completed with { Request = request, Cases = cases }, info);
    }

    private static Job Job(string[] strategies, string options, int runs = 1, string? appendFsync = null)
    {
        var all = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>($"{{{Options}}}")!;
        foreach (var (name, value) in JsonSerializer.Deserialize<Dictionary<string, JsonElement>>($"{{{options}}}")!)
        {
            all[name] = value;
        }

        var job = TestJobs.Of(TestJobs.Draft("load", strategies, JsonSerializer.Serialize(all)) with { Fields = TestJobs.Rounds(runs, 0) });
        return appendFsync is null ? job : job with
        { Request = job.Request with { Server = new Dictionary<string, IReadOnlyList<string>> { ["appendfsync"] = [appendFsync] } } };
    }

    private Task<JobEvent[]> RunAsync(Job job) => TestJobs.RunAsync(job, Installed());

    private LocalTarget Installed()
    {
        var redis = SearchPath.Find("redis-server");
        Assert.SkipUnless(redis is not null && !OperatingSystem.IsWindows(), "redis-server is not installed here.");
        return new(LocalTarget.TargetName, redis, _data.Path);
    }

    private async Task<string> ProcessFileAsync()
    {
        while (true)
        {
            var files = Directory.Exists(_data.Servers) ? Directory.GetFiles(_data.Servers, "process", SearchOption.AllDirectories) : [];
            if (files is [var file] && new FileInfo(file).Length > 0)
            {
                return file;
            }

            await Task.Delay(10, Ct);
        }
    }

    private string[] Leftovers() => Directory.GetFileSystemEntries(_data.Servers);
}

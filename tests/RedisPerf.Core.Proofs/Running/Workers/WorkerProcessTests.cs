using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Link;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Running.Workers;

public sealed class WorkerProcessTests
{
    // About a second for each run.
    private const string Long = """{ "items": 20000, "payloadBytes": 1000, "batchSize": 1 }""";

    [Fact]
    public async Task A_job_is_measured_as_in_this_process()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Insert(["multi-exec", "batch"], """{ "items": 200, "payloadBytes": 1000 }""", runs: 2);

        var measured = await TestJobs.RunAsync(RunnerOn(redis), job, null, Ct);
        var expected = await TestJobs.RunAsync(job, redis.Target);

        measured[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        measured.Runs().ShouldAllBe(run => run.State == RunState.Ok && run.Verified);
        measured.Runs().ShouldAllBe(
            run => run.Disturbed.All(reason => reason.Code != ReasonCode.OtherClients && reason.Code != ReasonCode.OtherClientsTime));
        foreach (var (run, same) in measured.Ended().OrderBy(KeyOf).Zip(expected.Ended().OrderBy(KeyOf)))
        {
            run.Case.ShouldBe(same.Case);
            run.Run.WireBytes.ShouldBe(same.Run.WireBytes);
            run.Run.Server!.Commands.ShouldBe(same.Run.Server!.Commands);
        }

        var environment = measured.OfType<JobEvent.Started>().Single().Environment;
        environment.Client.ShouldBe(expected.OfType<JobEvent.Started>().Single().Environment.Client);
        environment.Targets.ShouldHaveSingleItem().Version.ShouldNotBeEmpty();
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");

        static string KeyOf(JobEvent.RunEnded ended) => $"{ended.Case.Strategy} {ended.Run.Round}";
    }

    [Theory]
    [InlineData("redis://:a%2Cb%3D1@127.0.0.1:{0}/2")]
    [InlineData("redis+unix://:a%2Cb%3D1@{1}/redis.sock?db=2")]
    public async Task A_worker_uses_the_password_and_the_socket_of_a_URL(string url)
    {
        await using var redis = await RedisServer.StartAsync("--requirepass", "a,b=1", "--unixsocket", "redis.sock");
        var target = new ConfiguredTarget("mine", string.Format(CultureInfo.InvariantCulture, url, redis.Port, redis.Folder));
        var job = TestJobs.Insert(["floor", "batch"], """{ "items": 200, "payloadBytes": 1000 }""");

        var events = await TestJobs.RunAsync(
            new Runner(Catalogue.Default, _ => target) { WorkerProgram = ClientCatalogue.DefaultProgram }, job, null, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.Runs().ShouldAllBe(run => run.State == RunState.Ok && run.Verified);
    }

    [Fact]
    public async Task Shared_data_is_loaded_and_removed_and_a_simulated_link_is_in_the_environment()
    {
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Of(TestJobs.Draft("mget", ["mget"], """{ "keys": 1000, "keysPerCall": "1, 10", "linkRoundTrip": 2 }"""));

        var events = await TestJobs.RunAsync(RunnerOn(redis), job, null, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        var target = events.OfType<JobEvent.Started>().Single().Environment.Targets.ShouldHaveSingleItem();
        target.RoundTrip.ShouldNotBeNull().ShouldBeGreaterThan(0.002);
        target.Settings.Keys.ShouldContain(SimulatedLink.Setting);
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Fact]
    public async Task A_killed_process_fails_its_run_and_the_job_continues_with_another_process()
    {
        await using var redis = await RedisServer.StartAsync();
        using var named = new NamedWorker();
        var killed = 0;

        var events = await TestJobs.RunAsync(RunnerOn(redis, named.Program), TestJobs.Insert(["multi-exec"], Long, runs: 3), KillAsync, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        var failed = events.Runs().Where(run => run.State == RunState.Failed).ShouldHaveSingleItem();
        failed.ShouldBeNoNumber().ShouldStartWith("The worker process ended with exit code 137");
        failed.Error!.Code.ShouldBe(ReasonCode.WorkerEnded, "its keys were removed");
        events.Runs().Count(run => run.State == RunState.Ok).ShouldBe(5);
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");

        Task KillAsync(JobEvent next)
        {
            if (next is JobEvent.Progressed { Progress.Current: { } current }
                && current.ToText().StartsWith("multi-exec, run 2", StringComparison.Ordinal) && killed++ == 0)
            {
                var process = named.Process;
                // The next run starts when this method returns.
                _ = Task.Delay(300, Ct).ContinueWith(_ => process.Kill(), TaskScheduler.Default);
            }

            return Task.CompletedTask;
        }
    }

    [Fact]
    public async Task A_stopped_process_is_ended_and_its_run_fails()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no SIGSTOP.");
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        using var named = new NamedWorker();
        await using var worker = new WorkerProcess(named.Program) { PingInterval = TimeSpan.FromSeconds(5) };
        var job = TestJobs.Insert(["multi-exec"], Long);
        await worker.OpenAsync(job.Request, job.KeyPrefix, [server], Ct);

        var running = worker.RunAsync(new(0, 0, 0), 0, false, null, Ct);
        await Signals.SendAsync("STOP", named.Process.Id);
        var failed = (await running).Run;

        failed.ShouldBeNoNumber().ShouldBe("The worker process did not respond within 5 seconds and was ended.");
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
        (await worker.RunAsync(new(0, 0, 0), 1, false, null, Ct)).Run.State.ShouldBe(RunState.Ok, "another process measures the next run");
    }

    [Fact]
    public async Task A_cancelled_job_ends_within_six_seconds_and_leaves_no_key()
    {
        await using var redis = await RedisServer.StartAsync();
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var start = 0L;

        var events = await TestJobs.RunAsync(RunnerOn(redis), TestJobs.Insert(["multi-exec"], Long, runs: 5), CancelAsync, cancel.Token);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Cancelled, null));
        Stopwatch.GetElapsedTime(start).ShouldBeLessThan(TimeSpan.FromSeconds(6));
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");

        Task CancelAsync(JobEvent next)
        {
            if (start == 0 && next is JobEvent.Progressed { Progress.Current: { } current }
                && current.ToText().StartsWith("multi-exec, run 2", StringComparison.Ordinal))
            {
                start = Stopwatch.GetTimestamp();
                cancel.CancelAfter(200);
            }

            return Task.CompletedTask;
        }
    }

    [Fact]
    public async Task A_program_that_cannot_be_started_fails_the_job()
    {
        await using var redis = await RedisServer.StartAsync();
        var runner = new Runner(Catalogue.Default, _ => redis.Target) { WorkerProgram = "/no/such/worker" };

        var events = await TestJobs.RunAsync(runner, TestJobs.Insert(["batch"], """{ "items": 100 }"""), null, Ct);

        var ended = events[^1].ShouldBeOfType<JobEvent.Ended>();
        ended.State.ShouldBe(JobState.Failed);
        ended.Error.ToText().ShouldNotBeNull().ShouldStartWith("The worker process could not be started: /no/such/worker: ");
    }

    [Fact]
    public void The_runtime_of_a_process_has_the_settings_for_measuring()
    {
        using var settings = JsonDocument.Parse(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "RedisPerf.Worker.runtimeconfig.json")));

        var properties = settings.RootElement.GetProperty("runtimeOptions").GetProperty("configProperties");
        properties.GetProperty("System.Threading.ThreadPool.UnfairSemaphoreSpinLimit").GetInt32().ShouldBe(0, "the server needs the cores");
        properties.GetProperty("System.GC.Gen0MaxBudget").GetInt32().ShouldBe(32 << 20);
        properties.GetProperty("System.GC.Concurrent").GetBoolean().ShouldBeFalse();
    }

    [Fact]
    public async Task A_process_ends_when_its_node_ends()
    {
        using var process = Process.Start(
            new ProcessStartInfo(ClientCatalogue.DefaultProgram) { RedirectStandardInput = true, RedirectStandardOutput = true })!;

        // The kernel closes the pipe of a killed node in the same way.
        process.StandardInput.Close();

        await process.WaitForExitAsync(Ct).WaitAsync(TimeSpan.FromSeconds(30), Ct);
        process.ExitCode.ShouldBe(0);
    }

    private static Runner RunnerOn(RedisServer redis, string? program = null) =>
        new(Catalogue.Default, _ => redis.Target) { WorkerProgram = program ?? ClientCatalogue.DefaultProgram };
}

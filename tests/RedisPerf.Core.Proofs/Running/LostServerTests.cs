using System.Diagnostics;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Running;

/// <summary>Jobs on a server that ends, restarts or hangs: they end or continue soon, with a reason.</summary>
public sealed class LostServerTests(ITestOutputHelper output)
{
    [Fact]
    public async Task It_is_killed_in_the_middle_of_a_run_and_the_job_ends_soon()
    {
        await using var redis = await RedisServer.StartAsync();
        var calls = 0;
        var victim = new ProbeCase("a")
        {
            // A busy machine may hold up its 20,000 commands for longer than the default; the lost connection ends the wait.
            Patience = TimeSpan.FromMinutes(1),
            Execute = async (context, _) =>
            {
                if (++calls == 2)
                {
                    Process.GetProcessById(redis.ProcessId).Kill();
                }

                for (var i = 0; i < 20_000; i++)
                {
                    await context.Database.HashSetAsync("redisperf:probe", i % 10, "value");
                }
            },
        };

        var events = await TestJobs.RunAsync(
            TestJobs.RunnerOf(redis.Target, victim, new ProbeCase("b"), new ProbeCase("c")), TestJobs.Probe(runs: 20), null, Ct);

        var failed = events.Runs().Where(run => run.State == RunState.Failed).ToArray();
        failed[0].ShouldBeNoNumber().ShouldStartWith(
            "The connection to the server of target 'mine' was lost: it was stopped, restarted, or closed the connection.");
        failed.Length.ShouldBe(4, "the interrupted run and three attempts");
        failed[1..].ShouldAllBe(run => run.ShouldBeNoNumber() == "The server of target 'mine' does not reply: connection refused.");
        var refused = Reason.Of(ReasonCode.ConnectionRefused, ("target", "mine"));
        var end = events[^1].ShouldBeOfType<JobEvent.Ended>();
        end.State.ShouldBe(JobState.Failed);
        var reasons = Reason.Flatten(end.Error).ToArray();
        reasons[0].ShouldBe(Reason.Of(ReasonCode.TargetGivenUp, ("cause", refused), ("attempts", 3)));
        reasons[1].Code.ShouldBe(ReasonCode.KeysMayRemain, "no later run removed the keys of the one that was cut");
        reasons.Length.ShouldBe(2);
    }

    [Fact]
    public async Task A_restart_between_runs_fails_the_runs_after_it()
    {
        await using var redis = await RedisServer.StartAsync("--enable-debug-command", "yes");
        var calls = 0;
        var victim = new ProbeCase("a")
        {
            Execute = async (context, _) =>
            {
                if (++calls == 2)
                {
                    await Should.ThrowAsync<IOException>(() => redis.QueryAsync("DEBUG", "RESTART"));
                }

                await context.Database.HashSetAsync("redisperf:probe", "field", "value");
            },
        };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, victim), TestJobs.Probe(runs: 5), null, Ct);

        events.Runs()[0].State.ShouldBe(RunState.Ok);
        events.Runs()[1].ShouldBeNoNumber().ShouldMatch("restarted");
        events.Runs()[2..].ShouldAllBe(run => run.State == RunState.Failed);
        events.Runs()[^1].ShouldBeNoNumber().ShouldStartWith("The server of target 'mine' is not the one that the job started on: run id was ");
    }

    [Fact]
    public async Task A_setting_that_changes_between_runs_fails_the_runs_after_it()
    {
        await using var redis = await RedisServer.StartAsync();
        var calls = 0;
        var changing = new ProbeCase("a")
        {
            Execute = async (context, _) =>
            {
                if (++calls == 3)
                {
                    await redis.QueryAsync("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
                }

                await context.Database.HashSetAsync("redisperf:probe", "field", "value");
            },
        };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, changing), TestJobs.Probe(runs: 5), null, Ct);

        events.Runs()[..3].ShouldAllBe(run => run.State == RunState.Ok);
        events.Runs()[3..].ShouldAllBe(run => run.ShouldBeNoNumber()
            == "The server of target 'mine' is not the one that the job started on: maxmemory-policy was noeviction and is allkeys-lru.");
    }

    [Fact]
    public async Task A_job_of_which_only_the_floor_succeeded_has_failed()
    {
        await using var redis = await RedisServer.StartAsync();
        var floor = new ProbeCase("floor");
        var failing = new ProbeCase("a") { Execute = (_, _) => throw new InvalidOperationException("always") };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, failing, floor), TestJobs.Probe(runs: 2), null, Ct);

        events.Runs().ShouldContain(run => run.State == RunState.Ok);
        var end = events[^1].ShouldBeOfType<JobEvent.Ended>();
        end.State.ShouldBe(JobState.Failed);
        end.Error.ToText().ShouldNotBeNull().ShouldStartWith(
            "Only the floor or the machine reference was measured; no run of the other strategies succeeded. ");
    }

    [Fact]
    public async Task It_is_busy_with_a_script_for_a_while()
    {
        await using var redis = await RedisServer.StartAsync("--lua-time-limit", "50");
        Task endless = Task.CompletedTask;
        var job = TestJobs.Insert(["batch"], """{"items": 60, "keys": 6, "payloadBytes": 3000}""", runs: 3);

        var events = await TestJobs.RunAsync(job, redis.Target, async jobEvent =>
        {
            if (jobEvent is JobEvent.Started)
            {
                endless = redis.QueryAsync("EVAL", "while true do end", "0");
                await Task.Delay(100, Ct);
            }
            else if (jobEvent is JobEvent.RunEnded { Run.State: RunState.Failed })
            {
                await redis.QueryAsync("SCRIPT", "KILL");
            }
        });

        await endless;
        events.Runs()[0].ShouldBeNoNumber()
            .ShouldStartWith("The server of target 'mine' is busy with a script and does not reply until the script ends.");
        events.Runs()[1..].ShouldAllBe(run => run.State == RunState.Ok);
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }

    [Theory]
    [InlineData("setup")]
    [InlineData("execute")]
    [InlineData("verify")]
    public async Task It_hangs_and_the_run_fails_when_its_patience_is_over(string step)
    {
        await using var redis = await RedisServer.StartAsync();
        var hanging = Hanging(redis, step, once: true);
        hanging.Patience = TimeSpan.FromSeconds(1);

        var started = Stopwatch.GetTimestamp();
        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, hanging), TestJobs.Probe(runs: 2), null, Ct);

        output.WriteLine($"{Stopwatch.GetElapsedTime(started).TotalSeconds:0.0} s");
        events.Runs()[0].ShouldBeNoNumber().ShouldStartWith("The server of target 'mine' did not reply in time.");
        events.Runs()[1].State.ShouldBe(RunState.Ok, events.Runs()[1].Error.ToText());
    }

    [Fact]
    public async Task Cancelling_works_while_it_hangs()
    {
        await using var redis = await RedisServer.StartAsync();
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var hanging = Hanging(redis, "execute", once: false, () => cancel.CancelAfter(500));
        hanging.Patience = TimeSpan.FromMinutes(10);
        var started = Stopwatch.GetTimestamp();
        try
        {
            var job = TestJobs.Probe(runs: 2);
            var events = await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, hanging), job, null, cancel.Token);

            output.WriteLine($"{Stopwatch.GetElapsedTime(started).TotalSeconds:0.0} s");
            var run = events.Runs().Single();
            run.State.ShouldBe(RunState.Cancelled);
            run.Error.ToText().ShouldNotBeNull().ShouldStartWith("The run's keys were not removed: ");
            var ended = events[^1].ShouldBeOfType<JobEvent.Ended>();
            ended.State.ShouldBe(JobState.Cancelled);
            ended.Error.ToText().ShouldNotBeNull().ShouldStartWith($"The job's keys {job.KeyPrefix}* may remain on mine: ");
        }
        finally
        {
            await Signals.SendAsync("CONT", redis.ProcessId);
        }
    }

    [Fact]
    public async Task A_job_continues_on_the_second_target_when_the_first_is_lost()
    {
        await using var lost = await RedisServer.StartAsync();
        await using var kept = await RedisServer.StartAsync();
        var targets = new Dictionary<string, ITarget>
        {
            ["lost"] = new ConfiguredTarget("lost", lost.Connection),
            ["kept"] = new ConfiguredTarget("kept", kept.Connection),
        };
        var runner = new Runner(new Catalogue([new ProbeBenchmark(new ProbeCase("a"))]), targets.GetValueOrDefault);

        var events = await TestJobs.RunAsync(runner, TestJobs.Probe(runs: 6, targets: ["lost", "kept"]), jobEvent =>
        {
            if (jobEvent is JobEvent.Started)
            {
                Process.GetProcessById(lost.ProcessId).Kill();
            }

            return Task.CompletedTask;
        }, Ct);

        events.Ended().Where(item => item.Case.Target == "lost").Select(item => item.Run.State)
            .ShouldBe([RunState.Failed, RunState.Failed, RunState.Failed]);
        events.Ended().Where(item => item.Case.Target == "kept").ShouldAllBe(item => item.Run.State == RunState.Ok);
        events.Progress()[^1].Total.ShouldBe(9);
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }

    private static ProbeCase Hanging(RedisServer redis, string step, bool once, Action? onStopped = null)
    {
        var stopped = false;
        var hanging = new ProbeCase("a");
        Func<CaseContext, CancellationToken, Task> hangs = async (context, ct) =>
        {
            if (!stopped)
            {
                stopped = true;
                await Signals.SendAsync("STOP", redis.ProcessId);
                onStopped?.Invoke();
                _ = once ? ContinueSoonAsync(redis) : Task.CompletedTask;
                await Task.WhenAll(
                    Enumerable.Range(0, 100).Select(field => context.Database.HashSetAsync("redisperf:probe", field, new byte[32_768])));
            }
        };
        (hanging.Setup, hanging.Execute, hanging.Verify) = (
            step == "setup" ? hangs : hanging.Setup, step == "execute" ? hangs : hanging.Execute, step == "verify" ? hangs : hanging.Verify);
        return hanging;
    }

    private static async Task ContinueSoonAsync(RedisServer redis)
    {
        await Task.Delay(3_000, Ct);
        await Signals.SendAsync("CONT", redis.ProcessId);
    }
}

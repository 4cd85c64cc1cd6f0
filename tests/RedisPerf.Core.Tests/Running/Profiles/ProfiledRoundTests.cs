using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Profiles;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Benchmarks;

namespace RedisPerf.Core.Tests.Running.Profiles;

/// <summary>The round in which each case is profiled and not measured. The cases run in this process, so only their server is profiled.</summary>
public sealed class ProfiledRoundTests(RunningServer server) : IClassFixture<RunningServer>
{
    [Fact]
    public async Task It_follows_the_last_round_and_adds_no_run()
    {
        var executed = 0;
        var busy = new ProbeCase("a")
        {
            Execute = async (context, _) =>
            {
                executed++;
                for (var index = 0; index < 2_000; index++)
                {
                    await context.Database.HashSetAsync("redisperf:probe", "field", "value");
                }
            },
        };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(server.Target, busy), Profiled(runs: 2), null, Ct);

        executed.ShouldBe(3);
        events.Ended().Length.ShouldBe(2, "the profiled run is no run");
        Array.FindIndex(events, jobEvent => jobEvent is JobEvent.Profiled)
            .ShouldBeGreaterThan(Array.FindLastIndex(events, jobEvent => jobEvent is JobEvent.RunEnded));
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        var profile = events.OfType<JobEvent.Profiled>().ShouldHaveSingleItem().Profile;
        profile.Client.Missing.ShouldBe(Reason.Of(ReasonCode.ProfileNeedsWorker));
        if (profile.Server.Missing is { } missing)
        {
            missing.Code.ShouldBeOneOf(ReasonCode.PerfMissing, ReasonCode.PerfRefused, ReasonCode.ServerNotOurs);
        }
        else
        {
            profile.Server.Stacks.ShouldContain(";");
            profile.Server.Samples.ShouldBeGreaterThan(0);
        }
    }

    [Fact]
    public async Task Its_runs_are_in_no_summary()
    {
        var job = Profiled(runs: 3);
        var transcript = new JobTranscript(job, null);

        await foreach (var jobEvent in TestJobs.RunnerOf(server.Target, new ProbeCase("a")).RunAsync(job, Ct))
        {
            transcript.Add(jobEvent, DateTimeOffset.UnixEpoch);
        }

        var document = transcript.ToDocument();
        document.Cases.ShouldHaveSingleItem().Runs.Count.ShouldBe(3);
        document.Cases[0].Summary!.Count.ShouldBe(3);
        document.Profiles.ShouldBeNull("the document has them on request only");
        transcript.Profiles.ShouldHaveSingleItem();
    }

    [Fact]
    public async Task A_job_that_is_cancelled_while_it_is_profiled_is_complete_without_a_profile()
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var executed = 0;
        var waiting = new ProbeCase("a")
        {
            Execute = async (_, ct) =>
            {
                if (++executed > 1)
                {
                    await stop.CancelAsync();
                    await Task.Delay(Timeout.Infinite, ct);
                }
            },
        };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(server.Target, waiting, new("b")), Profiled(runs: 1), null, stop.Token);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.Ended().Select(ended => ended.Run.State).ShouldAllBe(state => state == RunState.Ok);
        events.OfType<JobEvent.Profiled>().Select(profiled => profiled.Profile.Client.Missing?.Code)
            .ShouldBe([ReasonCode.ProfileStopped, ReasonCode.ProfileStopped]);
    }

    [Fact]
    public async Task A_profiled_run_that_fails_costs_its_profile_only()
    {
        var executed = 0;
        var failing = new ProbeCase("a")
        { Execute = (_, _) => ++executed > 1 ? throw new InvalidOperationException("It fails.") : Task.CompletedTask };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(server.Target, failing), Profiled(runs: 1), null, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.OfType<JobEvent.Profiled>().Single().Profile.Server.Missing.ToText()
            .ShouldNotBeNull().ShouldStartWith("The profiled run failed: ");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_job_that_has_ended_is_profiled_without_a_further_round(bool untilDecided)
    {
        var executed = 0;
        var cases = new[] { "a", "b" }.Select(name => new ProbeCase(name)
        {
            Execute = (_, _) =>
            {
                Interlocked.Increment(ref executed);
                return Task.CompletedTask;
            },
        }).ToArray();
        var job = (untilDecided ? TestJobs.UntilDecided() : TestJobs.Probe(runs: 5)) with { ProfileOnly = true };

        // Case b was cancelled in the second round.
        JobEvent.RunEnded[] finished = [Finished("a", 0), Finished("b", 0), Finished("a", 1)];
        var events = await EventsOfAsync(TestJobs.RunnerOf(server.Target, cases), job, finished, new());

        executed.ShouldBe(2);
        events.Ended().ShouldBeEmpty();
        events.OfType<JobEvent.Profiled>().Select(profiled => profiled.Profile.Case.Strategy).ShouldBe(["a", "b"]);
        events.Progress().ShouldAllBe(progress => progress.Done == 3 && progress.Total == 3);
        events.Progress()[0].SecondsLeft.ShouldNotBeNull().ShouldBeGreaterThan(2);
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }

    [Fact]
    public async Task A_job_that_has_ended_is_not_profiled_completely_if_it_is_cancelled()
    {
        var control = new JobControl();
        var waiting = new ProbeCase("a")
        {
            Execute = async (_, ct) =>
            {
                control.Stop(StopCause.CancelRequested);
                await Task.Delay(Timeout.Infinite, ct);
            },
        };

        var events = await EventsOfAsync(
            TestJobs.RunnerOf(server.Target, waiting), TestJobs.Probe(runs: 1) with { ProfileOnly = true }, [Finished("a", 0)], control);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Cancelled, null));
        events.Ended().ShouldBeEmpty();
    }

    [Fact]
    public async Task Without_perf_there_is_a_sentence()
    {
        var exception = await Should.ThrowAsync<TargetException>(() => PerfSampler.StartAsync(null, [1], Ct));

        exception.Reason.ToText().ShouldBe("The server was not profiled, because this machine has no program perf.");
    }

    [Theory]
    [InlineData("Couldn't create thread/CPU maps: No such process", "perf ended: Couldn't create thread/CPU maps: No such process")]
    [InlineData("""
        Error:
        Access to performance monitoring and observability operations is limited.
        Consider adjusting /proc/sys/kernel/perf_event_paranoid setting to open
        access to performance monitoring and observability operations for processes
        without CAP_PERFMON, CAP_SYS_PTRACE or CAP_SYS_ADMIN Linux capability.
        perf_event_paranoid setting is 2:
          -1: Allow use of (almost) all events by all users
        """, "the kernel does not permit it to the user of RedisPerf; kernel.perf_event_paranoid is {level}")]
    public async Task A_perf_that_refuses_costs_a_sentence(string output, string expected)
    {
        const string Setting = "/proc/sys/kernel/perf_event_paranoid";
        if (OperatingSystem.IsWindows() || !File.Exists(Setting))
        {
            Assert.Skip($"There is no {Setting}.");
            return;
        }

        var folder = Directory.CreateTempSubdirectory("redisperf-test-");
        try
        {
            var program = Path.Combine(folder.FullName, "perf");
            await File.WriteAllTextAsync(program, $"#!/bin/sh\ncat >&2 <<'END'\n{output}\nEND\nexit 255\n", Ct);
            File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);

            var exception = await Should.ThrowAsync<TargetException>(() => PerfSampler.StartAsync(program, [1], Ct));

            var level = (await File.ReadAllTextAsync(Setting, Ct)).Trim();
            exception.Reason.ToText()
                .ShouldBe($"The server was not profiled, because {expected.Replace("{level}", level, StringComparison.Ordinal)}.");
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static async Task<JobEvent[]> EventsOfAsync(Runner runner, Job job, JobEvent.RunEnded[] finished, JobControl control)
    {
        var events = new List<JobEvent>();
        await foreach (var jobEvent in runner.RunAsync(job, finished, control))
        {
            events.Add(jobEvent);
        }

        return [.. events];
    }

    private static JobEvent.RunEnded Finished(string strategy, int round) =>
        new(new(strategy, Coordinates.Of("mine")), new() { Round = round, Warmup = false, State = RunState.Ok, Seconds = 1 });

    private static Job Profiled(int runs)
    {
        var job = TestJobs.Probe(runs);
        return job with { Request = job.Request with { Profile = true } };
    }
}

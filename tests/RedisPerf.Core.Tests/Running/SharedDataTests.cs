using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Benchmarks;

namespace RedisPerf.Core.Tests.Running;

public sealed class SharedDataTests(RunningServer server) : IClassFixture<RunningServer>
{
    private readonly Marker _marker = new($"redisperf:shared:{Guid.NewGuid():N}");

    [Fact]
    public async Task Shared_data_exists_in_every_run_and_is_removed_at_the_end()
    {
        var (job, runner) = (TestJobs.Probe(runs: 2), RunnerOf(Reader("a"), Reader("b")));

        var events = await TestJobs.RunAsync(runner, job, null, Ct);

        events.Runs().ShouldAllBe(run => run.State == RunState.Ok);
        (_marker.Loads, _marker.Removals).ShouldBe((4, 1));
        (await server.KeysAsync(_marker.Key)).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_cancelled_job_removes_its_keys()
    {
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var waiting = Reader("a");
        waiting.Execute = async (_, ct) =>
        {
            await cancel.CancelAsync();
            await Task.Delay(Timeout.Infinite, ct);
        };

        var events = await TestJobs.RunAsync(RunnerOf(waiting), TestJobs.Probe(runs: 2), null, cancel.Token);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Cancelled, null));
        (await server.KeysAsync(_marker.Key)).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_job_that_is_cancelled_before_a_run_has_its_connection_leaves_none_behind()
    {
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var hasRun = false;

        await TestJobs.RunAsync(
            RunnerOf(Reader("a")),
            TestJobs.Probe(runs: 2),
            async jobEvent =>
            {
                if (hasRun && jobEvent is JobEvent.Progressed)
                {
                    await cancel.CancelAsync();
                }

                hasRun |= jobEvent is JobEvent.RunEnded;
            },
            cancel.Token);

        _marker.Removals.ShouldBe(1);
        (await server.KeysAsync(_marker.Key)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Keys_that_cannot_be_removed_are_reported_at_the_end()
    {
        _marker.Trouble = VerificationException.Missing("The marker");

        var job = TestJobs.Probe(runs: 1);

        var events = await TestJobs.RunAsync(RunnerOf(Reader("a")), job, null, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, Reason.Of(ReasonCode.KeysMayRemain, ("prefix", job.KeyPrefix),
            ("target", "mine"), ("cause", Reason.Of(ReasonCode.ValueMissing, ("what", "The marker"))))));
    }

    private Runner RunnerOf(params ProbeCase[] cases) => TestJobs.RunnerOf(server.Target, cases);

    private ProbeCase Reader(string name) => new(name)
    {
        Data = _marker,
        Verify = async (context, _) => ((string?)await context.Database.StringGetAsync(_marker.Key)).ShouldBe("there"),
    };

    private sealed class Marker(string key) : SharedData
    {
        public string Key { get; } = key;

        public int Loads { get; private set; }

        public int Removals { get; private set; }

        public Exception? Trouble { get; set; }

        public override async Task LoadAsync(CaseContext context, CancellationToken ct)
        {
            Loads++;
            await context.Database.StringSetAsync(Key, "there").WaitAsync(ct);
        }

        public override async Task RemoveAsync(CaseContext context, CancellationToken ct)
        {
            Removals++;
            await context.Database.KeyDeleteAsync(Key).WaitAsync(ct);
            if (Trouble is not null)
            {
                throw Trouble;
            }
        }
    }
}

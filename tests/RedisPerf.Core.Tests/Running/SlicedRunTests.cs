using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Running;

public sealed class SlicedRunTests(RunningServer server) : IClassFixture<RunningServer>
{
    private readonly List<string> _executed = [];

    private ITarget Target => server.Target;

    [Fact]
    public async Task The_slices_of_all_cases_take_turns()
    {
        var events = await RunAsync(TestJobs.Probe(runs: 4), Sliced("a", 5), Sliced("b", 5), new ProbeCase("c"));

        events.Runs().ShouldAllBe(run => run.State == RunState.Ok);
        foreach (var round in _executed.Chunk(10))
        {
            round.Where(name => name[0] == 'a').ShouldBe(["a0", "a1", "a2", "a3", "a4"]);
            round.Chunk(2).ShouldAllBe(turn => turn[0][1] == turn[1][1] && turn[0][0] != turn[1][0]);
        }

        _executed.Chunk(2).Select(turn => turn[0][0]).Distinct().Count().ShouldBe(2, "the order within a turn is shuffled");
    }

    [Fact]
    public async Task Each_slice_is_an_event_before_its_run_ends()
    {
        var events = await RunAsync(TestJobs.Probe(runs: 1, warmups: 1), Sliced("a", 3), new ProbeCase("b"));

        var ofA = events.Where(next => next is JobEvent.SliceEnded { Case.Strategy: "a" } or JobEvent.RunEnded { Case.Strategy: "a" }).ToArray();
        ofA.Select(next => next is JobEvent.SliceEnded(_, var slice) ? slice.Turn : -1).ShouldBe([0, 1, 2, -1, 0, 1, 2, -1]);
        var slices = ofA.OfType<JobEvent.SliceEnded>().Select(ended => ended.Slice).ToArray();
        slices.ShouldAllBe(slice => slice.Count == 3 && slice.Warmup == (slice.Round == 0) && slice.Operations == 1 && slice.PayloadBytes == 10);
        slices.Skip(3).Sum(slice => slice.Seconds).ShouldBe(events.Runs().Last(run => run.Slices is not null).Seconds!.Value, 1e-6);
        var last = events.OfType<JobEvent.SliceEnded>().Last(ended => ended.Case.Strategy == "b").Slice;
        (last.Turn, last.Count, last.Round).ShouldBe((0, 1, 1));
        events.Progress().Where(progress => progress.Case is not null).Select(progress => progress.Case).Distinct()
            .ShouldBe(ofA.OfType<JobEvent.SliceEnded>().Take(1).Select(ended => ended.Case.Id)
                .Append(events.OfType<JobEvent.SliceEnded>().First(ended => ended.Case.Strategy == "b").Case.Id), ignoreOrder: true);
    }

    [Fact]
    public async Task A_run_is_the_sum_of_its_slices()
    {
        var events = await RunAsync(TestJobs.Probe(runs: 1), Sliced("a", 3));

        var run = events.Runs().ShouldHaveSingleItem();
        run.Slices.ShouldNotBeNull().Count.ShouldBe(3);
        run.Seconds.ShouldNotBeNull().ShouldBe(run.Slices.Sum(), 1e-6);
        run.Operations.ShouldBe(3);
        run.PayloadBytes.ShouldBe(30);
        run.Server.ShouldNotBeNull().Commands.ShouldNotBeNull()["hset"].ShouldBe(3);
        run.Figures.ShouldNotBeNull()["number"].ShouldBe(1, "the mean of the slices");
    }

    [Fact]
    public async Task The_keys_of_a_slice_are_removed_before_the_next_slice()
    {
        var keysBefore = new List<string[]>();

        var events = await RunAsync(TestJobs.Probe(runs: 2), Writing("a"), Writing("b"));

        events.Runs().ShouldAllBe(run => run.State == RunState.Ok);
        keysBefore.Count.ShouldBe(12);
        keysBefore.ShouldAllBe(keys => keys.Length == 0);
        (await server.KeysAsync("redisperf:slice:*")).ShouldBeEmpty();

        ProbeCase Writing(string name) =>
            new(name) { Slices = [.. Enumerable.Range(0, 3).Select(slice => WritingSlice(name, $"redisperf:slice:{name}{slice}"))] };

        ProbeCase WritingSlice(string name, string key) => new(name)
        {
            Execute = async (context, _) =>
            {
                keysBefore.Add(await server.KeysAsync("redisperf:slice:*"));
                await context.Database.StringSetAsync(key, "value");
            },
            Teardown = (context, _) => context.Database.KeyDeleteAsync(key),
        };
    }

    [Fact]
    public async Task A_case_without_slices_has_none() =>
        (await RunAsync(TestJobs.Probe(runs: 1), new ProbeCase("a"))).Runs().ShouldHaveSingleItem().Slices.ShouldBeNull();

    [Fact]
    public async Task A_failed_slice_fails_the_run_and_the_next_round_runs_again()
    {
        var failing = Sliced("a", 3);
        var calls = 0;
        ((ProbeCase)failing.Slices[1]).Verify = (_, _) =>
            ++calls == 1 ? throw VerificationException.CountDiffers("Fields", 1, 2) : Task.CompletedTask;

        var events = await RunAsync(TestJobs.Probe(runs: 2), failing, Sliced("b", 3));

        _executed.Count(name => name == "a2").ShouldBe(1);
        var runs = events.Ended().Where(ended => ended.Case.Strategy == "a").Select(ended => ended.Run).ToArray();
        runs.Select(run => run.State).ShouldBe([RunState.Failed, RunState.Ok]);
        runs[0].Seconds.ShouldBeNull();
        events.Ended().Count(ended => ended.Case.Strategy == "b" && ended.Run.State == RunState.Ok).ShouldBe(2);
    }

    [Fact]
    public async Task A_slice_during_which_another_client_was_served_is_named()
    {
        await using var redis = await RedisServer.StartAsync();
        for (var job = 1; !await IsFoundAsync(); job++)
        {
            job.ShouldBeLessThan(5, "The disturbed slice was named in none of the jobs.");
        }

        // Whether the slice is named, or other programs disturbed the whole run.
        async Task<bool> IsFoundAsync()
        {
            using var stop = new CancellationTokenSource();
            var foreign = Task.CompletedTask;

            var runs = (await TestJobs.RunAsync(
                TestJobs.Insert(["hset"], """{ "items": 4116, "keys": 28, "payloadBytes": 32768 }"""), redis.Target, DisturbAsync)).Ended();

            runs.Single(ended => ended.Case.Strategy == "floor").Run.Disturbed.ShouldNotContain(reason => reason.Code == ReasonCode.OtherClientsTime);
            var run = runs.Single(ended => ended.Case.Strategy == "hset").Run;
            run.Slices.ShouldNotBeNull().Count.ShouldBe(4);
            run.Disturbed.ShouldContain(reason => reason.Code == ReasonCode.OtherClientsTime);
            run.DisturbedSlices?.ShouldContain(2);
            if (run.DisturbedSlices is not [2])
            {
                // Where they disturbed the other slices, but not the whole run, none can replace the slice, and another job shows more.
                return run.Disturbed.Any(reason => reason.Code is ReasonCode.OtherPrograms or ReasonCode.StolenCpu);
            }

            run.ScaledSeconds.ShouldNotBeNull().ShouldBeLessThan(run.Seconds!.Value);
            return true;

            async Task DisturbAsync(JobEvent jobEvent)
            {
                if (jobEvent is JobEvent.Progressed { Progress.Current: { } step } && step.ToText() == "hset, run 1 of 1, slice 3 of 4")
                {
                    foreign = BlockServerAsync(redis, stop.Token);
                }
                else if (!foreign.IsCompleted)
                {
                    await stop.CancelAsync();
                    await foreign;
                }
            }
        }
    }

    private static async Task BlockServerAsync(RedisServer redis, CancellationToken ct)
    {
        while (!ct.IsCancellationRequested)
        {
            await redis.BlockAsync(20_000);
        }
    }

    [Fact]
    public async Task Progress_counts_runs_and_names_the_slice()
    {
        var progress = (await RunAsync(TestJobs.Probe(runs: 2, warmups: 1), Sliced("a", 2), new ProbeCase("b"))).Progress();

        progress.ShouldAllBe(item => item.Total == 6);
        progress.Select(item => item.Fraction).ShouldBeInOrder();
        progress.Select(item => item.Done).ShouldBeInOrder();
        progress[^1].ShouldBe(new Progress(6, 6, 1, 0));
        progress.Select(item => item.Current.ToText()).ShouldContain("a, warm-up, slice 1 of 2");
        progress.Select(item => item.Current.ToText()).ShouldContain("a, run 2 of 2, slice 2 of 2");
    }

    private ProbeCase Sliced(string name, int slices) => new(name)
    {
        Slices = [.. Enumerable.Range(0, slices).Select(slice => new ProbeCase(name)
        {
            Execute = (context, _) =>
            {
                _executed.Add($"{name}{slice}");
                context.Work.Measurements["number"] = slice;
                return context.Database.HashSetAsync("redisperf:probe", "field", "value");
            },
            Verify = (context, _) =>
            {
                (context.Work.Operations, context.Work.PayloadBytes) = (1, 10);
                return Task.CompletedTask;
            },
        })],
    };

    private Task<JobEvent[]> RunAsync(Job job, params ProbeCase[] cases) =>
        TestJobs.RunAsync(TestJobs.RunnerOf(Target, cases), job, null, TestContext.Current.CancellationToken);
}

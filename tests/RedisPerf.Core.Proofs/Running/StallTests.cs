using System.Diagnostics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Running;

/// <summary>Detects a server that does not reply while this process is idle.</summary>
[Collection(nameof(ProcessCounters))]
public sealed class StallTests
{
    [Theory]
    [InlineData(3_000, 1)]
    [InlineData(300, 5)]
    public async Task A_paused_server_disturbs_a_run(int milliseconds, int pauses)
    {
        await using var redis = await RedisServer.StartAsync();
        var calls = 0;
        var paused = new ProbeCase("a")
        {
            Execute = async (context, _) =>
            {
                var pause = ++calls == 2;
                for (var part = 0; part < pauses; part++)
                {
                    for (var start = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(start) < TimeSpan.FromMilliseconds(300);)
                    {
                        await context.Database.HashSetAsync("redisperf:probe", "field", "value");
                    }

                    if (pause)
                    {
                        await redis.QueryAsync("CLIENT", "PAUSE", $"{milliseconds}");
                        await context.Database.HashSetAsync("redisperf:probe", "field", "value");
                    }
                }
            },
        };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, paused), TestJobs.Probe(runs: 3), null, Ct);

        ShouldBeStalled(events.Runs(), [false, true, false]);
    }

    [Theory]
    [InlineData(10, true)]
    [InlineData(15_000, false)]
    public void A_process_that_was_stopped_reads_a_reply_before_it_observes_it(int replies, bool isStalled)
    {
        var watch = new StallWatch(0, TimeSpan.Zero);
        var (now, count) = (TimeSpan.Zero, 0L);
        Observe(StallWatch.Interval, 250, times: 20);

        Observe(TimeSpan.FromSeconds(3), replies, times: 1);

        Observe(StallWatch.Interval, 250, times: 20);
        watch.Sum(now, count).TotalSeconds.ShouldBe(isStalled ? 3 : 0, tolerance: 0.1);

        void Observe(TimeSpan step, int more, int times)
        {
            for (var time = 0; time < times; time++)
            {
                watch.Observe(now += step, count += more, now / 10);
            }
        }
    }

    [Fact]
    public async Task A_paused_server_disturbs_the_floor()
    {
        await using var redis = await RedisServer.StartAsync();
        var pausing = Task.CompletedTask;

        var events =
            await TestJobs.RunAsync(TestJobs.Insert(["hset"], """{ "items": 3000, "payloadBytes": 32768 }""", runs: 3), redis.Target, jobEvent =>
            {
                if (jobEvent is JobEvent.Progressed { Progress.Current: { } current }
                    && current.ToText().StartsWith("floor, run 2 of 3, slice 1 ", StringComparison.Ordinal))
                {
                    pausing = PauseAsync();
                }

                return Task.CompletedTask;
            });

        await pausing;
        ShouldBeStalled([.. events.Ended().Where(ended => ended.Case.Strategy == "floor").Select(ended => ended.Run)], [false, true, false]);

        // Once the run writes.
        async Task PauseAsync()
        {
            await Poll.UntilAsync(async () => (await redis.QueryAsync("KEYS", "redisperf:*:*")).Items!.Count > 0);

            // It reads what the floor has sent, which can take a second of CPU time.
            await redis.QueryAsync("CLIENT", "PAUSE", "4000");
        }
    }

    [Fact]
    public void Pauses_are_summed()
    {
        StallOf(At(0, 50, 100, 450, 500, 900, 950, 1_000)).ShouldBe(650);
        StallOf(At(0, 50, 100, 150, 800, 850, 900)).ShouldBe(600);
        StallOf(At([.. Enumerable.Range(0, 101).Select(number => number * 50), 5_350])).ShouldBe(0, "one short pause in a long run");
    }

    [Fact]
    public void A_slow_link_is_no_stall()
    {
        StallOf(At([.. Enumerable.Range(0, 40).Select(number => number * 200)])).ShouldBe(0, "it delivers many replies at once");
        StallOf([.. Enumerable.Range(0, 40).Select(number => (number * 200, (long)number, 0))]).ShouldBe(0, "it delivers one reply after the other");
    }

    [Fact]
    public void A_busy_process_is_no_stall() => StallOf([(0, 0, 0), (50, 100, 20), (100, 200, 40), (1_000, 300, 600)]).ShouldBe(0);

    [Fact]
    public void A_process_that_waits_for_a_core_is_no_stall_and_a_stopped_one_is()
    {
        StallOf([(0, 0, 0), (50, 100, 0), (100, 200, 0), (150, 200, 0), (400, 200, 0), (700, 200, 0), (750, 300, 0)], step: 0).ShouldBe(0);
        StallOf([(0, 0, 0), (50, 100, 0), (100, 200, 0), (5_100, 200, 0), (5_150, 300, 0)], step: 0).ShouldBe(5_000);
    }

    private static void ShouldBeStalled(Run[] runs, bool[] expected) =>
        runs.Select(run => run.Disturbed.Any(reason => reason.Code == ReasonCode.Stalled)).ShouldBe(
            expected, string.Join(
                "; ", runs.Select(run => $"{run.Seconds} s, client {run.Client?.CpuSeconds} s, server {run.Server?.CpuSeconds} s of CPU")));

    // A hundred replies arrive at each of these times.
    private static (int Milliseconds, long Replies, int Cpu)[] At(params int[] times) => [.. times.Select((time, index) => (time, index * 100L, 0))];

    // Between the given observations it observes nothing new every 50 ms.
    private static double StallOf((int Milliseconds, long Replies, int Cpu)[] observations, int step = 50)
    {
        var watch = new StallWatch(0, TimeSpan.Zero);
        var (last, replies, cpu) = (0, 0L, 0);
        foreach (var next in observations)
        {
            for (var at = last + step; step > 0 && at < next.Milliseconds; at += step)
            {
                Observe((at, replies, cpu + ((next.Cpu - cpu) * (at - last) / (next.Milliseconds - last))));
            }

            Observe(next);
            (last, replies, cpu) = next;
        }

        return watch.Sum(TimeSpan.FromMilliseconds(last), replies).TotalMilliseconds;

        void Observe((int Milliseconds, long Replies, int Cpu) at) =>
            watch.Observe(TimeSpan.FromMilliseconds(at.Milliseconds), at.Replies, TimeSpan.FromMilliseconds(at.Cpu));
    }
}

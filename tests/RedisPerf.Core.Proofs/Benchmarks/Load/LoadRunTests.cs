using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests;
using RedisPerf.Core.Tests.Targets;
using StackExchange.Redis;
using Case = RedisPerf.Core.Benchmarks.Contract.Case;

namespace RedisPerf.Core.Proofs.Benchmarks.Load;

/// <summary>Runs on a redis-server.</summary>
[Collection(nameof(ProcessCounters))]
public sealed class LoadRunTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_stop_of_the_server_is_in_the_latency_but_not_in_the_time_from_the_send_of_one_caller(bool isClosed)
    {
        var rate = isClosed ? 10_000 : 5_000;
        var workload = new LoadWorkload(new() { Rate = rate, SecondsPerRun = 2.2, Callers = 1 }, "redisperf:stop:");

        var work = await RunAsync(isClosed ? new ClosedLoop(workload, rate) : new OpenLoop(workload, rate), during: StopAsync);

        var figures = work.Measurements;
        figures["operations"].ShouldBe(rate * 2.2, 1e-9);

        figures["p999"].ShouldBeGreaterThan(0.1);
        figures["p99"].ShouldBeGreaterThan(0.1);
        if (isClosed)
        {
            // The caller waits during the stop, so a single operation of thousands is slow: the omission that open-loop prevents.
            // A busy machine can delay others, but the operations of one caller do not overlap: in 2.2 s there are at most 24 of
            // 99 ms, which is less than 1% of 2,500, and at most 13 of 189 ms, which is less than 0.1% of 14,000.
            figures["p50FromSend"].ShouldBeLessThan(0.1);
            figures["p90FromSend"].ShouldBeLessThan(0.1);
            if (work.Operations >= 2_500)
            {
                figures["p99FromSend"].ShouldBeLessThan(0.1);
            }

            if (work.Operations >= 14_000)
            {
                figures["p999FromSend"].ShouldBeLessThan(0.19, "the server was stopped for 200 ms");
            }
        }
        else
        {
            figures["p99FromSend"].ShouldBeGreaterThan(0.1);
            figures["serverMean"].ShouldBeInRange(1e-8, 0.01);
            figures["serverP99"].ShouldBeInRange(1e-6, 0.1, "the server does not count the time in which it was stopped");
        }

        static async Task StopAsync(RedisServer redis)
        {
            await Task.Delay(500, Ct);
            await Signals.SendAsync("STOP", redis.ProcessId);
            await Task.Delay(200, Ct);
            await Signals.SendAsync("CONT", redis.ProcessId);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_low_rate_is_achieved(bool isClosed)
    {
        const int rate = 300;
        var workload = new LoadWorkload(new() { Rate = rate, SecondsPerRun = 1, ReadShare = 50 }, "redisperf:rate:");

        // A pause of the machine at the end of a run takes operations from it.
        var work = await RunAsync(CreateLoop());
        for (var retries = 4; retries > 0 && work.Operations < 0.9 * rate; retries--)
        {
            work = await RunAsync(CreateLoop());
        }

        work.Operations.ShouldBeInRange(270, 300);
        work.Measurements["achieved"].ShouldBe(rate, 0.1 * rate);
        work.Measurements["hitRate"].ShouldBe(1);

        Case CreateLoop() => isClosed ? new ClosedLoop(workload, rate) : new OpenLoop(workload, rate);
    }

    [Fact]
    public async Task A_server_without_a_latency_histogram_reports_the_mean_of_its_command_statistics()
    {
        var workload = new LoadWorkload(new() { Rate = 300, SecondsPerRun = 0.5 }, "redisperf:mean:");

        var figures = (await RunAsync(new OpenLoop(workload, 300), arguments: ["--rename-command", "LATENCY", ""])).Measurements;

        figures["serverMean"].ShouldBeInRange(1e-8, 0.01);
        figures.Keys.ShouldNotContain("serverP99");
    }

    [Fact]
    public async Task An_excessive_rate_is_saturated_and_operations_that_are_not_sent_are_in_the_latency()
    {
        const int rate = 1_000_000;
        var workload = new LoadWorkload(new() { Rate = rate, SecondsPerRun = 0.4, Keys = 100 }, "redisperf:excess:");

        var work = await RunAsync(new ClosedLoop(workload, rate));

        work.Operations.ShouldBeLessThan(380_000);
        work.Measurements["achieved"].ShouldBeLessThan(0.95 * rate);
        work.Measurements["unsent"].ShouldBe(1 - (work.Operations / 400_000.0), 1e-9);
        work.Measurements["p50"].ShouldBeGreaterThan(work.Measurements["p50FromSend"], "a busy machine may send too few operations for p99FromSend");
    }

    [Fact]
    public async Task A_changed_value_is_found()
    {
        var workload = new LoadWorkload(new() { Rate = 100, SecondsPerRun = 0.1, Keys = 50 }, "redisperf:changed:");

        var failure = await Should.ThrowAsync<VerificationException>(() =>
            RunAsync(new OpenLoop(workload, 100), afterExecute: context => context.Database.StringSetAsync(workload.Values.Keys[17], "another")));

        failure.Reason.Code.ShouldBe(ReasonCode.ValueDiffers);
        failure.Reason.Args["what"].ShouldBe("The value of 0000017");
    }

    [Fact]
    public async Task A_read_without_the_expected_value_is_found()
    {
        var workload = new LoadWorkload(new() { Rate = 100, SecondsPerRun = 0.1, Keys = 1, ReadShare = 100 }, "redisperf:missing:");

        var failure = await Should.ThrowAsync<VerificationException>(
            () => RunAsync(new OpenLoop(workload, 100), beforeExecute: context => context.Database.KeyDeleteAsync(workload.Values.Keys[0])));

        failure.Reason.Code.ShouldBe(ReasonCode.ValueMissing);
    }

    [Fact]
    public async Task A_read_that_returns_the_value_before_a_write_is_found()
    {
        var workload = Enumerable.Range(1, 100)
            .Select(seed =>
                new LoadWorkload(new() { Rate = 100, SecondsPerRun = 0.02, Keys = 1, ReadShare = 50, Seed = seed }, "redisperf:stale:"))
            .First(workload => !workload.Operation(0).IsRead && workload.Operation(1).IsRead);

        (await RunAsync(new WriteAndRead(workload, isStale: false))).Operations.ShouldBe(2);
        var failure = await Should.ThrowAsync<VerificationException>(() => RunAsync(new WriteAndRead(workload, isStale: true)));

        failure.Reason.Code.ShouldBe(ReasonCode.ValueDiffers);
        failure.Reason.Args["expected"].ShouldBe("the value that the run wrote");
    }

    [Fact]
    public async Task A_read_that_returns_a_value_that_is_not_yet_written_is_found()
    {
        var workload = new LoadWorkload(new() { Rate = 100, SecondsPerRun = 0.1, Keys = 1, ReadShare = 100 }, "redisperf:early:");

        // The key has its value again before the keys are read back.
        var failure = await Should.ThrowAsync<VerificationException>(() => RunAsync(
            new OpenLoop(workload, 100),
            beforeExecute: context => context.Database.StringSetAsync(workload.Values.Keys[0], workload.Values.Written(0)),
            afterExecute: context => context.Database.StringSetAsync(workload.Values.Keys[0], workload.Values.Loaded(0))));

        failure.Reason.Args["expected"].ShouldBe("the value before the run");
    }

    private static async Task<WorkDone> RunAsync(Case @case, Func<RedisServer, Task>? during = null,
        Func<CaseContext, Task>? beforeExecute = null, Func<CaseContext, Task>? afterExecute = null, string[]? arguments = null)
    {
        await using var redis = await RedisServer.StartAsync(arguments ?? []);
        await using var server = await redis.OpenAsync();
        var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), Ct);
        var context = new CaseContext([connection], server);
        try
        {
            await @case.SetupAsync(context, Ct);
            await (beforeExecute?.Invoke(context) ?? Task.CompletedTask);
            await Task.WhenAll(@case.ExecuteAsync(context, Ct), during?.Invoke(redis) ?? Task.CompletedTask);
            await (afterExecute?.Invoke(context) ?? Task.CompletedTask);
            await @case.CountAsync(context, Ct);
            await @case.VerifyAsync(context, Ct);
            return context.Work;
        }
        finally
        {
            await ClientConnector.CloseAsync(connection);
        }
    }

    [Fact]
    public async Task A_generator_that_needs_longer_than_the_time_between_two_operations_is_the_limit_of_a_probe()
    {
        var options = new LoadOptions { Rate = 1_000, SecondsPerRun = 2, Slo = "p50=50ms" };

        var work = await RunAsync(new SlowSender(new LoadWorkload(options, "redisperf:slow:")));

        var run = new Run { Round = 1, Warmup = false, State = RunState.Ok, Seconds = 2, Figures = work.Measurements.AsReadOnly() };
        options.Objective!.OutcomeOf(run).ShouldBe(ProbeOutcome.Generator);
    }

    /// <summary>Its thread is busy for longer than the time between two operations.</summary>
    private sealed class SlowSender(LoadWorkload workload) : PacedCase(OpenLoop.Info, workload, 1_000)
    {
        protected override bool CanSend(int unanswered, long bytes) => true;

        protected override Task<RedisValue> GetAsync(IDatabase database, RedisKey key)
        {
            // An operation is due each millisecond. A delay that is awaited would leave the sender its thread, and it would not be late.
            // The thread computes, as that of a slow client does.
            for (var start = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(start) < TimeSpan.FromMilliseconds(2);)
            {
            }

            return base.GetAsync(database, key);
        }
    }

    /// <summary>A write and a read of one key. Between them, a stale key gets its value before the write again, until it is read.</summary>
    private sealed class WriteAndRead(LoadWorkload workload, bool isStale) : LoadCase(OpenLoop.Info, workload, 100)
    {
        public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
        {
            var (database, key, schedule) = (context.Database, Workload.Values.Keys[0], Begin(context, ct));
            await SendAsync(database, 0, schedule.TimeOf(0), 0);
            await database.StringSetAsync(key, Workload.Values.Of(0, isWritten: !isStale));
            await SendAsync(database, 1, schedule.TimeOf(1), 0);
            await database.StringSetAsync(key, Workload.Values.Written(0));
            End();
        }
    }
}

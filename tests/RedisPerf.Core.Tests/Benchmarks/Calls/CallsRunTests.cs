using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Calls;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Benchmarks.Calls;

/// <summary>Runs on a redis-server.</summary>
public sealed class CallsRunTests
{
    private static readonly CallsOptions Options = new() { Callers = 4, SecondsPerRun = 0.3, Keys = 10 };

    private readonly CallsWorkload _workload = new(Options, "redisperf:calls:");

    [Fact]
    public async Task Time_outs_are_counted_and_do_not_fail_the_run()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var @case = new Sync(_workload, Options with { SecondsPerRun = 1, TimeoutSeconds = 0.2 });
        await using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), Ct, @case.CallTimeout);
        var context = new CaseContext([connection], server);
        await @case.SetupAsync(context, Ct);

        var pausing = redis.QueryAsync("CLIENT", "PAUSE", "500", "ALL");
        await @case.ExecuteAsync(context, Ct);
        await pausing;
        await @case.VerifyAsync(context, Ct);

        context.Work.Measurements["timeouts"].ShouldBeGreaterThan(0);
        context.Work.Operations.ShouldBeGreaterThan(0);
        await @case.TeardownAsync(context, Ct);
    }

    [Fact]
    public async Task A_wrong_reply_is_found()
    {
        var failure = await Should.ThrowAsync<VerificationException>(() => RedisRun.OfAsync(
            new Await(_workload, Options),
            beforeExecute: context => context.Database.StringSetAsync(_workload.Values.Keys[3], "another"),
            afterExecute: context => _workload.Values.LoadAsync(context.Database, Ct)));

        failure.Reason.Code.ShouldBe(ReasonCode.ValueDiffers);
    }

    [Fact]
    public async Task A_caller_that_does_not_end_fails_the_run_at_its_limit()
    {
        var watch = new PoolWatch(TimeSpan.FromSeconds(0.1), 2, TimeSpan.Zero, Ct);
        var start = Stopwatch.GetTimestamp();
        watch.EndCaller();

        var failure = await Should.ThrowAsync<VerificationException>(() => watch.Ended);

        failure.Reason.Code.ShouldBe(ReasonCode.CallersHung);
        (failure.Reason.Args["callers"], failure.Reason.Args["of"]).ShouldBe((1L, 2L));
        Stopwatch.GetElapsedTime(start).TotalSeconds.ShouldBeGreaterThan(5);
    }
}

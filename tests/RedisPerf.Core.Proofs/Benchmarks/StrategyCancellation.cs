using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Benchmarks.Faults;

namespace RedisPerf.Core.Proofs.Benchmarks;

/// <summary>Every strategy can be cancelled while it executes.</summary>
public abstract class StrategyCancellation(EngineServer server)
{
    [Theory]
    [MemberData(nameof(StrategyFault.Strategies), MemberType = typeof(StrategyFault))]
    public async Task Stops_on_cancellation_and_removes_or_names_its_keys(string benchmark, string strategy)
    {
        var job = ContractJob.Of(benchmark, [strategy], ContractSample.Of(benchmark).LongJob(strategy));
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);

        var events =
            await StrategyFault.RunnerOf(server.Target, benchmark, strategy, () => cancel.CancelAsync()).RunAsync(job, cancel.Token).ToArrayAsync(Ct);

        var end = events[^1].ShouldBeOfType<JobEvent.Ended>();
        end.State.ShouldBe(JobState.Cancelled);
        var run = events.OfType<JobEvent.RunEnded>().ShouldHaveSingleItem().Run;
        run.State.ShouldBe(RunState.Cancelled);
        run.Seconds.ShouldBeNull();
        if (end.Error is { } left)
        {
            // On a busy machine a server can need longer than a user waits for the end of a job.
            (left.Code, left.Args["prefix"]).ShouldBe((ReasonCode.KeysMayRemain, job.KeyPrefix));
            left.Args["cause"].ShouldBeOfType<Reason>().Code.ShouldBe(ReasonCode.NoReplyWithin);
            return;
        }

        (await server.KeysAsync(job.KeyPrefix + "*")).ShouldBeEmpty();
    }
}

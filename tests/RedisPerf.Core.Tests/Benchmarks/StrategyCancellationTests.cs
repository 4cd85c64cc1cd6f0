using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>Every strategy can be cancelled while it runs, on every engine that is available on this machine.</summary>
public class StrategyCancellationTests(RunningServers servers) : IClassFixture<RunningServers>
{
    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(ContractJob.Strategies), MemberType = typeof(ContractJob))]
    public async Task Stops_on_cancellation_and_removes_or_names_its_keys(string benchmark, string strategy, string target)
    {
        Assert.SkipUnless(ContractSample.Of(benchmark).IsOnServer(strategy), "It uses no server and ends before it can be cancelled.");
        var job = ContractJob.Of(benchmark, strategy, target, ContractSample.Of(benchmark).LongJob(strategy));
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var events = new List<JobEvent>();

        await foreach (var jobEvent in new Runner(Catalogue.Default, _ => servers.Find(target)).RunAsync(job, cancel.Token))
        {
            events.Add(jobEvent);
            if (jobEvent is JobEvent.Progressed { Progress.Current: { } current } && current.StartsWith(strategy, StringComparison.Ordinal) && !cancel.IsCancellationRequested)
            {
                cancel.CancelAfter(TimeSpan.FromMilliseconds(60));
            }
        }

        var end = events[^1].ShouldBeOfType<JobEvent.Ended>();
        end.State.ShouldBe(JobState.Cancelled);
        var run = events.OfType<JobEvent.RunEnded>().Last().Run;
        run.State.ShouldBe(RunState.Cancelled);
        run.Seconds.ShouldBeNull();
        if (end.Error is { } left)
        {
            // On a busy machine a server can need longer than a user waits for the end of a job.
            (left.Code, left.Args["prefix"]).ShouldBe((ReasonCode.KeysMayRemain, job.KeyPrefix));
            left.Args["cause"].ShouldBeOfType<Reason>().Code.ShouldBe(ReasonCode.NoReplyWithin);
            return;
        }

        (await servers.KeysAsync(target, job.KeyPrefix + "*")).ShouldBeEmpty();
    }
}

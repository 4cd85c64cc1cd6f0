using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>The contract of all strategies on a redis-server. RedisPerf.Core.Proofs has the other engines.</summary>
[Long]
public sealed class StrategyContractTests(RunningServer server) : StrategyValuesContract(server), IClassFixture<RunningServer>
{
    [Fact]
    public void Every_benchmark_has_a_sample() =>
        ContractSample.All.Select(sample => sample.Benchmark).ShouldBe(
            Catalogue.Default.Benchmarks.Select(benchmark => benchmark.Info.Name), ignoreOrder: true);

    [Fact]
    public async Task A_job_of_the_floor_alone_fails()
    {
        var job = ContractJob.Of("insert", ["floor"], ContractSample.Of("insert").SmallJob);

        var events = await Runner().RunAsync(job, Ct).ToListAsync(Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.OnlyFloorSucceeded)));
        events.OfType<JobEvent.RunEnded>().ShouldAllBe(ended => ended.Run.State == RunState.Ok);
    }
}

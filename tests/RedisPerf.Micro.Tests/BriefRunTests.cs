namespace RedisPerf.Micro.Tests;

/// <summary>The brief benchmarks run in the process of the tests. Their times are not compared: other tests use the cores at the same time.</summary>
public sealed class BriefRunTests(BriefRun run)
{
    [Fact]
    public void Every_benchmark_has_a_time() => run.Results.ShouldAllBe(result => result.Quickest > 0);
}

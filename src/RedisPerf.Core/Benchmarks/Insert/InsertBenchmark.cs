using RedisPerf.Core.Jobs;
namespace RedisPerf.Core.Benchmarks.Insert;
public sealed class InsertBenchmark : IBenchmark
{
    public BenchmarkInfo Info => throw new NotSupportedException();
    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix) => throw new NotSupportedException();
    public JobEstimate Estimate(JobRequest request) => throw new NotSupportedException();
}

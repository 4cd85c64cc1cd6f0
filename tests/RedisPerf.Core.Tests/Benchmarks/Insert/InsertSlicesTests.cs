using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Benchmarks.Insert;

public sealed class InsertSlicesTests
{
    [Theory]
    [InlineData(30_000, 10)]
    [InlineData(3_000, 2)]
    [InlineData(1_000, 0)]
    public void A_run_has_ten_slices_unless_they_would_be_too_short(int items, int slices) =>
        SlicesOf("hset", $$"""{"items": {{items}}, "payloadBytes": 32768}""").ShouldBe(slices);

    [Fact]
    public void A_run_with_few_hashes_has_few_slices() => SlicesOf("hset", """{"keys": 4}""").ShouldBe(4);

    [Fact]
    public void Published_code_is_measured_as_a_whole() => SlicesOf("lua-as-published", "{}").ShouldBe(0);

    private static int SlicesOf(string strategy, string options)
    {
        var job = TestJobs.Of(TestJobs.Draft("insert", [strategy], options));
        return new InsertBenchmark().Cases(job.Request, "test:").Single(@case => @case.Strategy.Name == strategy).Slices.Count;
    }
}

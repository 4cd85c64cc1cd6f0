using RedisPerf.Core.Benchmarks;

namespace RedisPerf.Core.Tests.Benchmarks;

public class StrategySourceTests
{
    public static TheoryData<string, string> Strategies => [.. Catalogue.Default.Benchmarks.SelectMany(benchmark =>
        benchmark.Info.Strategies.Select(strategy => (benchmark.Info.Name, strategy.Name)))];

    [Theory]
    [MemberData(nameof(Strategies))]
    public void Every_strategy_has_its_own_source_and_a_summary(string benchmark, string name)
    {
        var strategy = Catalogue.Default.Find(benchmark)!.Info.FindStrategy(name)!;

        strategy.Source.ShouldContain($"class {strategy.Implementation.Name}(");
        strategy.Summary.ShouldEndWith(".");
        strategy.Summary.ShouldNotContain("\n");
    }
}

using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Reporting.Charts;

namespace RedisPerf.Core.Tests.Reporting.Charts;

public class StrategyLookTests
{
    private static readonly BenchmarkInfo Plain = Catalogue.Default.Find("insert")!.Info;

    private static readonly BenchmarkInfo WithPlugin = Catalogue.Default.With(
        [new("my", "/my.dll", "", [.. new[] { "my/a", "my/b" }.Select(name => new PluginStrategy("insert", name, name, "Sentence.", []))])])
        .Find("insert")!.Info;

    [Theory]
    [InlineData("my/a")]
    [InlineData("my/b")]
    public void A_strategy_of_a_plug_in_has_the_same_look_with_and_without_the_file(string name) =>
        StrategyLook.Of(name, WithPlugin).ShouldBe(StrategyLook.Of(name, Plain));

    [Fact]
    public void It_differs_from_those_of_RedisPerf_whose_looks_do_not_change()
    {
        var own = StrategyLook.For(Plain);

        StrategyLook.For(WithPlugin).Where(look => !look.Strategy.StartsWith("my/", StringComparison.Ordinal)).ShouldBe(own);
        var added = Enumerable.Range(0, 500).Select(number => StrategyLook.Of($"my/{number}", Plain)).Select(PairOf).Distinct();
        own.Where(look => look is { AsPublished: false, IsFloor: false }).Select(PairOf).Intersect(added).ShouldBeEmpty();
    }

    private static (int Slot, string Marker) PairOf(StrategyLook look) => (look.Slot, look.Marker);
}

using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Reporting.Charts;

namespace RedisPerf.Core.Tests.Benchmarks.Custom;

public class CustomBenchmarkTests
{
    [Fact]
    public void It_exists_only_with_strategies_of_plug_ins()
    {
        Catalogue.Default.Find("custom").ShouldBeNull();
        Catalogue.Default.With([Plugin(Strategy("my/a"))]).Find("custom").ShouldNotBeNull();
    }

    [Fact]
    public void Its_floor_is_the_last_strategy_and_looks_like_a_floor()
    {
        var info = InfoOf(Strategy("my/floor") with { IsFloor = true }, Strategy("my/a"), Strategy("my/b"));

        info.Floor.ShouldBe("my/floor");
        info.Baseline.ShouldBe("my/a");
        info.Strategies.Select(strategy => strategy.Name).ShouldBe(["my/a", "my/b", "my/floor"]);
        StrategyLook.Of("my/floor", info).IsFloor.ShouldBeTrue();
    }

    [Fact]
    public void Strategies_with_different_work_have_different_baselines()
    {
        var info = InfoOf(
            Strategy("my/a") with { Work = "read" }, Strategy("my/b") with { Work = "read" }, Strategy("my/c") with { Work = "write" });

        info.Strategies.Where(strategy => !strategy.IsFloor).GroupBy(strategy => info.WorkOf(strategy.Name))
            .Select(group => group.Count()).ShouldBe([2, 1]);
    }

    [Fact]
    public void Its_strategies_have_different_looks_although_their_number_is_that_of_all_pairs()
    {
        var info = InfoOf([.. Enumerable.Range(0, 32).Select(number => Strategy($"my/{number}"))]);

        StrategyLook.For(info).Where(look => !look.IsFloor).Select(look => (look.Slot, look.Marker)).Distinct().Count().ShouldBe(32);
    }

    private static PluginStrategy Strategy(string name) => new("custom", name, name, "Sentence.", []);

    private static Plugin Plugin(params PluginStrategy[] strategies) => new("my", "/my.dll", "", strategies);

    private static BenchmarkInfo InfoOf(params PluginStrategy[] strategies) => Catalogue.Default.With([Plugin(strategies)]).Find("custom")!.Info;
}

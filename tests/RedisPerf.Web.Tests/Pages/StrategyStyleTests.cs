using RedisPerf.Core.Benchmarks;
using RedisPerf.Web.Pages;

namespace RedisPerf.Web.Tests.Pages;

public sealed class StrategyStyleTests
{
    [Fact]
    public void No_two_strategies_of_a_benchmark_have_the_same_color_and_marker()
    {
        foreach (var info in Catalogue.Default.Benchmarks.Select(benchmark => benchmark.Info))
        {
            StrategyStyle.For(info).Select(look => (look.CssClass, look.Marker)).ShouldBeUnique(info.Name);
        }
    }

    [Fact]
    public void The_ninth_strategy_has_the_first_color_and_the_second_marker()
    {
        var looks = StrategyStyle.For(Catalogue.Default.Find("insert")!.Info).Where(look => look is { IsFloor: false, AsPublished: false }).ToArray();

        (looks[0].Slot, looks[0].Marker).ShouldBe((0, "circle"));
        (looks[8].Slot, looks[8].Marker).ShouldBe((0, "triangle"));
    }
}

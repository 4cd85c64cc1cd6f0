using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Reporting.Charts;

namespace RedisPerf.Web.Pages;

/// <summary>The look of a strategy: the same on every page and chart, independent of the other strategies shown.</summary>
/// <param name="Name">The strategy.</param>
/// <param name="Title">For a heading.</param>
/// <param name="Slot">0 to 7: its color.</param>
/// <param name="Marker">Its mark: a symbol of the layout, and a shape in palette.js. All of them can be drawn hollow.</param>
/// <param name="AsPublished">Dashed and hollow, with the color of its place among the published strategies.</param>
/// <param name="IsFloor">Grey and dashed.</param>
public sealed record StrategyStyle(string Name, string Title, int Slot, string Marker, bool AsPublished, bool IsFloor)
{
    private StrategyLook Look => new(Name, Slot, Marker, AsPublished, IsFloor);

    /// <inheritdoc cref="StrategyLook.CssClass"/>
    public string CssClass => Look.CssClass;

    /// <inheritdoc cref="StrategyLook.ColorName"/>
    public string Color => Look.ColorName;

    /// <inheritdoc cref="StrategyLook.Order"/>
    public int Order => Look.Order;

    /// <summary>The look of an unknown strategy.</summary>
    public static StrategyStyle Unknown(string name) => Of(StrategyLook.Of(name, null), name);

    /// <summary>All strategies of a benchmark, in its order.</summary>
    public static IReadOnlyList<StrategyStyle> For(BenchmarkInfo info) =>
        [.. StrategyLook.For(info).Zip(info.Strategies, (look, strategy) => Of(look, strategy.Title))];

    private static StrategyStyle Of(StrategyLook look, string title) =>
        new(look.Strategy, title, look.Slot, look.Marker, look.AsPublished, look.IsFloor);
}

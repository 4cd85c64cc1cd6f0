using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Reporting.Charts;

namespace RedisPerf.Web.Pages;

/// <summary>The look of a strategy: the same on every page and chart, independent of the other strategies shown.</summary>
/// <param name="Name">The strategy.</param>
/// <param name="Title">For a heading.</param>
/// <param name="Slot">0 to 7: its color in theme.css.</param>
/// <param name="Marker">Its mark: a symbol of the layout, and a shape in palette.js. All of them can be drawn hollow.</param>
/// <param name="AsPublished">Dashed and hollow, with the color of its place among the published strategies.</param>
/// <param name="IsFloor">Grey and dashed.</param>
public sealed record StrategyStyle(string Name, string Title, int Slot, string Marker, bool AsPublished, bool IsFloor)
{
    /// <summary>Its class names: color, and hollow where published.</summary>
    public string CssClass => (IsFloor ? "floor" : $"s{Slot}") + (AsPublished ? " hollow" : "");

    /// <summary>The look of an unknown strategy.</summary>
    public static StrategyStyle Unknown(string name) => new(name, name, 6, "circle", false, false);

    /// <summary>All strategies of a benchmark, in its order.</summary>
    public static IReadOnlyList<StrategyStyle> For(BenchmarkInfo info) =>
        [.. StrategyLook.For(info).Zip(info.Strategies, (look, strategy) =>
            new StrategyStyle(strategy.Name, strategy.Title, look.Slot, look.Marker, look.AsPublished, look.IsFloor))];
}

using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Web.Pages;

/// <summary>How one strategy looks on every page and chart: the same everywhere, whichever others stand beside it.</summary>
/// <param name="Name">The strategy.</param>
/// <param name="Title">For a heading.</param>
/// <param name="Slot">0 to 7: its colour in theme.css.</param>
/// <param name="Marker">Its mark: a symbol of the layout, and a shape in palette.js. All of them can be drawn hollow.</param>
/// <param name="AsPublished">Has the colour of its place among the published ones, drawn dashed and hollow.</param>
/// <param name="IsYardstick">Grey and dashed: no contender.</param>
public sealed record StrategyLook(string Name, string Title, int Slot, string Marker, bool AsPublished, bool IsYardstick)
{
    private static readonly string[] Markers = ["circle", "triangle", "rect", "rectRot", "triangleDown", "triangleRight", "rectRounded", "triangleLeft"];

    /// <summary>Its class names: colour, and hollow where published.</summary>
    public string CssClass => (IsYardstick ? "floor" : $"s{Slot}") + (AsPublished ? " hollow" : "");

    /// <summary>Of a strategy that no benchmark here has.</summary>
    public static StrategyLook Unknown(string name) => new(name, name, 6, "circle", false, false);

    /// <summary>All strategies of a benchmark, in its order.</summary>
    public static IReadOnlyList<StrategyLook> For(BenchmarkInfo info)
    {
        var looks = new List<StrategyLook>();
        foreach (var strategy in info.Strategies)
        {
            var place = looks.Count(look => look.AsPublished == strategy.AsPublished && !look.IsYardstick) % Markers.Length;
            looks.Add(new(strategy.Name, strategy.Title, place, strategy.IsFloor ? "line" : Markers[place], strategy.AsPublished, strategy.IsFloor));
        }

        return looks;
    }
}

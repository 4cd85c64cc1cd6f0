using RedisPerf.Core.Benchmarks.Contract;

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
    private static readonly string[] Markers = ["circle", "triangle", "rect", "rectRot", "triangleDown", "triangleRight", "rectRounded",
        "triangleLeft"];

    /// <summary>Its class names: color, and hollow where published.</summary>
    public string CssClass => (IsFloor ? "floor" : $"s{Slot}") + (AsPublished ? " hollow" : "");

    /// <summary>The look of an unknown strategy.</summary>
    public static StrategyStyle Unknown(string name) => new(name, name, 6, "circle", false, false);

    /// <summary>All strategies of a benchmark, in its order.</summary>
    public static IReadOnlyList<StrategyStyle> For(BenchmarkInfo info)
    {
        var looks = new List<StrategyStyle>();
        foreach (var strategy in info.Strategies)
        {
            var index = looks.Count(look => look.AsPublished == strategy.AsPublished && !look.IsFloor);
            var slot = index % Markers.Length;
            // The colors repeat after eight strategies. The markers are shifted by one each time, so that no pair repeats.
            var marker = Markers[(index + (index / Markers.Length)) % Markers.Length];
            looks.Add(new(strategy.Name, strategy.Title, slot, strategy.IsFloor ? "line" : marker, strategy.AsPublished, strategy.IsFloor));
        }

        return looks;
    }
}

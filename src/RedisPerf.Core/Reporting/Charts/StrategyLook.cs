using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>The color and the mark of a strategy: the same on every page, in every report and picture, independent of the other strategies
/// shown.</summary>
/// <param name="Slot">0 to 7: its color.</param>
/// <param name="Marker">The name of its mark, of which <see cref="Markers"/> has the shapes.</param>
/// <param name="AsPublished">Dashed and hollow, with the color of its place among the published strategies.</param>
/// <param name="IsFloor">Grey and dashed.</param>
public sealed record StrategyLook(string Strategy, int Slot, string Marker, bool AsPublished, bool IsFloor)
{
    /// <summary>The shapes around the point 0, 0, as paths of about 10 pixels.</summary>
    public static IReadOnlyList<(string Name, string Path)> Markers { get; } =
    [
        ("circle", "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0z"),
        ("triangle", "M0 -4.8L5 4H-5Z"),
        ("rect", "M-4 -4H4V4H-4Z"),
        ("rectRot", "M0 -5.2L5.2 0L0 5.2L-5.2 0Z"),
        ("triangleDown", "M0 4.8L5 -4H-5Z"),
        ("triangleRight", "M4.8 0L-4 -5V5Z"),
        ("rectRounded", "M-2 -3H2A2.5 2.5 0 0 1 4.5 -0.5V0.5A2.5 2.5 0 0 1 2 3H-2A2.5 2.5 0 0 1 -4.5 0.5V-0.5A2.5 2.5 0 0 1 -2 -3Z"),
        ("triangleLeft", "M-4.8 0L4 -5V5Z"),
    ];

    /// <summary>The Okabe-Ito colors by <see cref="Slot"/> in the light theme. Yellow is darker, so that it is visible on white.</summary>
    public static IReadOnlyList<string> Colors { get; } =
        ["#0072b2", "#d55e00", "#009e73", "#e69f00", "#b0578d", "#56b4e9", "#20242a", "#9a8700"];

    /// <summary>The class names of its color, and hollow where published.</summary>
    public string CssClass => (IsFloor ? "floor" : $"s{Slot}") + (AsPublished ? " hollow" : "");

    /// <summary>Its color in the light theme.</summary>
    public string Color => IsFloor ? "#7a828c" : Colors[Slot];

    /// <summary>The path of its mark.</summary>
    public string Path => Markers.FirstOrDefault(marker => marker.Name == Marker, Markers[0]).Path;

    /// <summary>All strategies of a benchmark, in its order.</summary>
    public static IReadOnlyList<StrategyLook> For(BenchmarkInfo info)
    {
        var looks = new List<StrategyLook>();
        foreach (var strategy in info.Strategies)
        {
            var index = looks.Count(look => look.AsPublished == strategy.AsPublished && !look.IsFloor);
            var slot = index % Markers.Count;
            // The colors repeat after eight strategies. The markers are shifted by one each time, so that no pair repeats.
            var marker = Markers[(index + (index / Markers.Count)) % Markers.Count].Name;
            looks.Add(new(strategy.Name, slot, strategy.IsFloor ? "line" : marker, strategy.AsPublished, strategy.IsFloor));
        }

        return looks;
    }

    /// <summary>The look of one strategy of a benchmark.</summary>
    /// <param name="info">Null when the benchmark no longer exists.</param>
    public static StrategyLook Of(string strategy, BenchmarkInfo? info) =>
        (info is null ? null : For(info).FirstOrDefault(look => look.Strategy == strategy)) ?? new(strategy, 6, "circle", false, false);
}

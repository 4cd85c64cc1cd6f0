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

    /// <summary>That of the floor in tables; a chart draws it as a line.</summary>
    public static (string Name, string Path) FloorMarker { get; } = ("line", "M-6 0h3.4M-1.2 0h3M3.2 0H6");

    /// <summary>The Okabe-Ito colors in an order with a high contrast between neighbors, then that of the floor. Yellow is darker in the light
    /// theme: the original is not visible on white.</summary>
    private static readonly (string Name, string Light, string Dark)[] Colors =
    [
        ("s0", "#0072b2", "#3d9ad6"), ("s1", "#d55e00", "#e8762c"), ("s2", "#009e73", "#17b488"), ("s3", "#e69f00", "#e69f00"),
        ("s4", "#b0578d", "#d98ab8"), ("s5", "#56b4e9", "#7cc8f2"), ("s6", "#20242a", "#f2f4f6"), ("s7", "#9a8700", "#f0e442"),
        ("floor", "#7a828c", "#8f98a3"),
    ];

    /// <summary>The CSS variables of all colors in the light theme: <c>--s0: #0072b2; …</c>.</summary>
    public static string LightVariables { get; } = string.Join(' ', Colors.Select(color => $"--{color.Name}: {color.Light};"));

    /// <summary>The CSS variables of all colors in the dark theme.</summary>
    public static string DarkVariables { get; } = string.Join(' ', Colors.Select(color => $"--{color.Name}: {color.Dark};"));

    /// <summary>The CSS rules of the class names in <see cref="CssClass"/>.</summary>
    public static string ColorRules { get; } = string.Join(' ', Colors.Select(color => $".{color.Name} {{ color: var(--{color.Name}); }}"));

    /// <summary>The order of strategies in charts and legends: as in the benchmark, with the published ones after the others and the floor
    /// last.</summary>
    public int Order => Slot + (AsPublished ? Colors.Length : 0) + (IsFloor ? 2 * Colors.Length : 0);

    /// <summary>The name of its color, which is that of the class and of the variable.</summary>
    public string ColorName => Colors[ColorIndex].Name;

    /// <summary>The class names of its color, and hollow where published.</summary>
    public string CssClass => ColorName + (AsPublished ? " hollow" : "");

    /// <summary>Its color in the light theme.</summary>
    public string Color => Colors[ColorIndex].Light;

    /// <summary>The path of its mark.</summary>
    public string Path => Markers.FirstOrDefault(marker => marker.Name == Marker, Markers[0]).Path;

    /// <summary>All strategies of a benchmark, in its order.</summary>
    public static IReadOnlyList<StrategyLook> For(BenchmarkInfo info)
    {
        var looks = new List<StrategyLook>();
        foreach (var strategy in info.Strategies)
        {
            if (strategy is { Plugin: not null, IsFloor: false })
            {
                looks.Add(LooksOfName(strategy.Name).FirstOrDefault(
                    look => !looks.Exists(other => (other.Slot, other.Marker) == (look.Slot, look.Marker)), OfName(strategy.Name)));
                continue;
            }

            var index = info.Strategies.TakeWhile(other => other != strategy)
                .Count(other => other.AsPublished == strategy.AsPublished && other is { IsFloor: false, Plugin: null });
            var slot = index % Markers.Count;
            // The colors repeat after eight strategies. The markers are shifted by one each time, so that no pair repeats.
            var marker = Markers[(index + (index / Markers.Count)) % Markers.Count].Name;
            looks.Add(new(strategy.Name, slot, strategy.IsFloor ? FloorMarker.Name : marker, strategy.AsPublished, strategy.IsFloor));
        }

        return looks;
    }

    /// <summary>The look of one strategy of a benchmark.</summary>
    /// <param name="info">Null when the benchmark no longer exists.</param>
    public static StrategyLook Of(string strategy, BenchmarkInfo? info) =>
        (info is null ? null : For(info).FirstOrDefault(look => look.Strategy == strategy)) ?? OfName(strategy);

    // The strategy of a plug-in, and one that no longer exists, by its name only.
    private static StrategyLook OfName(string strategy) => LooksOfName(strategy).First();

    // The pairs of color and mark that no built-in strategy has, from one on that depends on the name.
    private static IEnumerable<StrategyLook> LooksOfName(string strategy)
    {
        const int Shifts = 4;
        var hash = strategy.Aggregate(2_166_136_261, (hash, letter) => (hash ^ letter) * 16_777_619);
        var first = (int)(hash % (uint)(Markers.Count * Shifts));
        for (var pair = first; pair < first + (Markers.Count * Shifts); pair++)
        {
            var slot = pair % Markers.Count;
            var marker = (slot + 3 + (pair / Markers.Count % Shifts)) % Markers.Count;
            yield return new(strategy, slot, Markers[marker].Name, false, false);
        }
    }

    private int ColorIndex => IsFloor ? Colors.Length - 1 : Slot;
}

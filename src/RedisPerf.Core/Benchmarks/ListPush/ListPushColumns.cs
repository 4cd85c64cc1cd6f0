using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>The columns of the article's second table (the first pushes of a run), and numbers per second.</summary>
public static class ListPushColumns
{
    /// <summary>Number of first pushes with their own column.</summary>
    private const int Single = 3;

    /// <summary>Median of a run's first pushes, in seconds.</summary>
    public const string FirstMedian = "firstMedian";

    /// <summary>The longest of a run's first pushes, in seconds.</summary>
    public const string FirstMax = "firstLongest";

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        new("numbersPerSecond", "numbers/s", null, "Numbers pushed per second, from the median time.",
            (@case, _) => @case.Summary?.OperationsPerSecond) { IsRepetition = true },
        .. Enumerable.Range(1, Single)
            .Select(push => Milliseconds(Push(push), $"push {push}, ms", $"Time of push {push} of a run; median of the runs.")),
        Milliseconds(FirstMedian, "first pushes, median ms",
            "The median of the first pushes of a run (the option firstCalls sets their number); median of the runs."),
        Milliseconds(FirstMax, "first pushes, longest ms", "The longest of the first pushes of a run; median of the runs."),
    ];

    /// <summary>The figures of one run, in seconds; no figure for a push that was not made or not awaited.</summary>
    public static IEnumerable<(string Name, double Seconds)> Of(CallTimes firstCalls) => firstCalls is { Median: { } median, Max: { } max }
        ?
        [
            .. firstCalls.Seconds.Take(Single).Select((seconds, index) => (Push(index + 1), seconds)),
            (FirstMedian, median),
            (FirstMax, max),
        ]
        : [];

    /// <summary>The figure name of a 1-based push; only the first three pushes of a run have one.</summary>
    public static string Push(int push) => string.Create(CultureInfo.InvariantCulture, $"push{push}");

    private static FigureColumn Milliseconds(string name, string label, string meaning) =>
        FigureColumn.OfRuns(name, label, "s", meaning) with { Scale = 1_000 };
}

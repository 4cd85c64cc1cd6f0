using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>The article's second table, the first pushes one by one, beside the numbers in a second.</summary>
public static class ListPushFigures
{
    /// <summary>The first pushes that have a column each.</summary>
    private const int Single = 3;

    /// <summary>Seconds: the median of a run's first pushes.</summary>
    public const string FirstMedian = "firstMedian";

    public static IReadOnlyList<FigureInfo> All { get; } =
    [
        new("numbersPerSecond", "numbers/s", null, "Numbers pushed in a second, by the median time.", (@case, _) => @case.Summary?.OperationsPerSecond),
        .. Enumerable.Range(1, Single).Select(push => Milliseconds(Push(push), $"push {push}, ms", $"What push number {push} of a run took, by the median of the runs.")),
        Milliseconds(FirstMedian, "first pushes, median ms", "The median of the first pushes of a run (as many as the option firstCalls says), by the median of the runs."),
        Milliseconds("firstLongest", "first pushes, longest ms", "The longest of the first pushes of a run, by the median of the runs."),
    ];

    /// <summary>The figures of one run, in seconds; none for a push that it did not make, or did not wait for.</summary>
    public static IEnumerable<(string Name, double Seconds)> Of(CallTimes firstCalls) => firstCalls is { Median: { } median, Longest: { } longest }
        ?
        [
            .. firstCalls.Seconds.Take(Single).Select((seconds, index) => (Push(index + 1), seconds)),
            (FirstMedian, median),
            ("firstLongest", longest),
        ]
        : [];

    /// <summary>The figure's name of a push, 1-based; the first three of a run have one.</summary>
    public static string Push(int push) => string.Create(CultureInfo.InvariantCulture, $"push{push}");

    private static FigureInfo Milliseconds(string name, string label, string meaning) =>
        FigureInfo.OfRuns(name, label, "s", meaning) with { Scale = 1_000 };
}

using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>The article's second table, the first pushes one by one, beside the numbers in a second.</summary>
internal static class ListPushFigures
{
    /// <summary>The first pushes that have a column each.</summary>
    private const int Single = 3;

    public static IReadOnlyList<FigureInfo> All { get; } =
    [
        new("numbersPerSecond", "numbers/s", null, "Numbers pushed in a second, by the median time.", (@case, _) => @case.Summary?.OperationsPerSecond),
        .. Enumerable.Range(1, Single).Select(push => Milliseconds(Name(push), $"push {push}, ms", $"What push number {push} of a run took, by the median of the runs.")),
        Milliseconds("firstMedian", "first pushes, median ms", "The median of the first pushes of a run (as many as the option firstCalls says), by the median of the runs."),
        Milliseconds("firstLongest", "first pushes, longest ms", "The longest of the first pushes of a run, by the median of the runs."),
    ];

    /// <summary>The figures of one run, in seconds; none for a push that it did not make, or did not wait for.</summary>
    public static IEnumerable<(string Name, double Seconds)> Of(CallTimes firstCalls) => firstCalls is { Median: { } median, Longest: { } longest }
        ?
        [
            .. firstCalls.Seconds.Take(Single).Select((seconds, index) => (Name(index + 1), seconds)),
            ("firstMedian", median),
            ("firstLongest", longest),
        ]
        : [];

    private static string Name(int push) => string.Create(CultureInfo.InvariantCulture, $"push{push}");

    private static FigureInfo Milliseconds(string name, string label, string meaning) =>
        FigureInfo.OfRuns(name, label, "s", meaning) with { Scale = 1_000 };
}

using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>What a comparison says, in one plain sentence. Names of strategies and targets stand in backticks.</summary>
public static class ComparisonHeadline
{
    private const int ManyCases = 40;

    /// <summary>
    /// For example: <c>Of 6 cases in common, 1 is slower, 2 are faster and 3 are unclear; most of all, `gzip` is 1.14 × slower (1.08–1.20).</c>
    /// Where nothing can be compared, why.
    /// </summary>
    public static string Of(Comparison comparison)
    {
        if (comparison.Trouble is { } trouble)
        {
            return trouble;
        }

        var common = comparison.Cases.Where(@case => @case.Ratio is not null).ToArray();
        var counts = new[] { Verdict.Slower, Verdict.Faster, Verdict.Same, Verdict.Unclear }
            .Select(verdict => (Word: Word(verdict), Count: common.Count(@case => @case.Ratio!.Verdict == verdict)))
            .Where(told => told.Count > 0)
            .ToArray();
        if (common is [var only])
        {
            return $"The one case in common, {Name(only, comparison)}, is {NumberFormat.Comparison(only.Ratio!)}.";
        }

        var tail = Changed(comparison).FirstOrDefault() is { } most ? $"; most of all, {Name(most, comparison)} is {NumberFormat.Comparison(most.Ratio!)}." : ".";
        // One interval in twenty misses, whichever way: with many cases some verdicts are nothing else.
        var chance = common.Length < ManyCases || counts is [_] ? "" : string.Create(CultureInfo.InvariantCulture, $" By chance alone about {common.Length / 20.0:0} of so many would seem changed.");
        return counts is [var all]
            ? string.Create(CultureInfo.InvariantCulture, $"All {common.Length} cases in common are {all.Word}{tail}")
            : string.Create(CultureInfo.InvariantCulture, $"Of {common.Length} cases in common, {Headline.List(counts.Select(Told))}{tail}{chance}");
    }

    /// <summary>The cases whose verdict is slower or faster, the greatest change first, whichever way.</summary>
    public static IEnumerable<CaseComparison> Changed(Comparison comparison) => comparison.Cases
        .Where(@case => @case.Ratio is { Verdict: Verdict.Slower or Verdict.Faster })
        .OrderByDescending(@case => Math.Abs(Math.Log(@case.Ratio!.Value)));

    private static string Told((string Word, int Count) told) => string.Create(CultureInfo.InvariantCulture, $"{told.Count} {(told.Count == 1 ? "is" : "are")} {told.Word}");

    private static string Word(Verdict verdict) => verdict == Verdict.Same ? "the same" : Facts.Word(verdict);

    private static string Name(CaseComparison @case, Comparison comparison)
    {
        var target = comparison.Cases.Any(other => other.Target != @case.Target) ? $" on `{@case.Target}`" : "";
        return $"`{@case.Strategy}`{target}{(@case.Point is null ? "" : $" at {NumberFormat.Whole(@case.Point)}")}";
    }
}

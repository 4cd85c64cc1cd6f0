using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The result of a comparison in one sentence. Names of strategies and targets are in backticks.</summary>
public static class ComparisonHeadline
{
    private const int ManyCases = 40;

    /// <summary>For example: <c>6 cases in common: 1 slower, 2 faster and 3 unclear. Largest change: `gzip`, 1.14× (1.08–1.20) slower.</c>
    /// Or the reason why the jobs are not comparable.</summary>
    public static string Of(Comparison comparison)
    {
        if (comparison.Trouble is { } trouble)
        {
            return trouble;
        }

        var common = comparison.Cases.Where(@case => @case.Ratio is not null).ToArray();
        var counts = new[] { Verdict.Slower, Verdict.Faster, Verdict.Same, Verdict.Unclear }
            .Select(verdict => (Word: Word(verdict), Count: common.Count(@case => @case.Ratio!.Verdict == verdict)))
            .Where(each => each.Count > 0)
            .ToArray();
        if (common is [var only])
        {
            return $"1 case in common: {Name(only, comparison)}, {NumberFormat.Comparison(only.Ratio!)}.";
        }

        var tail = Changed(comparison).FirstOrDefault() is { } max
            ? $". Largest change: {Name(max, comparison)}, {NumberFormat.Comparison(max.Ratio!)}."
            : ".";
        // One of twenty 95% intervals misses the true value, so with many cases some verdicts are due to chance.
        var chance = common.Length < ManyCases || counts is [_]
            ? ""
            : string.Create(
                CultureInfo.InvariantCulture, $" By chance alone, about {common.Length / 20.0:0} of {common.Length} cases appear changed.");
        return counts is [var all]
            ? string.Create(CultureInfo.InvariantCulture, $"All {common.Length} cases in common are {all.Word}{tail}")
            : string.Create(CultureInfo.InvariantCulture,
                $"{common.Length} cases in common: {Headline.List(counts.Select(count => $"{count.Count} {count.Word}"))}{tail}{chance}");
    }

    /// <summary>The cases with the verdict slower or faster, the largest change in either direction first.</summary>
    public static IEnumerable<CaseComparison> Changed(Comparison comparison) => comparison.Cases
        .Where(@case => @case.Ratio is { Verdict: Verdict.Slower or Verdict.Faster })
        .OrderByDescending(@case => Math.Abs(Math.Log(@case.Ratio!.Value)));

    private static string Word(Verdict verdict) => verdict == Verdict.Same ? "the same" : verdict.ToWord();

    private static string Name(CaseComparison @case, Comparison comparison)
    {
        var place = comparison.Cases.Any(other => (other.Target, other.Client) != (@case.Target, @case.Client))
            ? $" on `{@case.Target}`{(@case.Client is { } client ? $" with client {client}" : "")}"
            : "";
        return $"`{@case.Strategy}`{place}{CoordinatesText.AtPoint(@case.At)}";
    }
}

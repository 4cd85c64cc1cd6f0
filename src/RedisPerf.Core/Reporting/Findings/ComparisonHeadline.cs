using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The result of a comparison in one sentence. Names of strategies and targets are in backticks.</summary>
public static class ComparisonHeadline
{
    private const int ManyCases = 40;

    /// <summary>For example: <c>6 cases in common: 1 slower, 2 faster and 3 unclear. Largest change: `gzip`, 1.14× (1.08–1.20) slower.</c>
    /// Or the reason why the jobs are not comparable. The floor is not counted: see <see cref="OfMachine"/>.</summary>
    public static string Of(Comparison comparison)
    {
        if (comparison.Trouble is { } trouble)
        {
            return trouble;
        }

        var common = comparison.Results.Where(@case => @case.Judged is not null).ToArray();
        var counts = new[] { Verdict.Slower, Verdict.Faster, Verdict.Same, Verdict.Unclear }
            .Select(verdict => (Word: Word(verdict), Count: common.Count(@case => @case.Verdict == verdict)))
            .Where(each => each.Count > 0)
            .ToArray();
        var perItem = OfAmounts(comparison) is { } amounts ? $" {amounts}" : "";
        switch (common)
        {
            case []:
                return $"No strategy was measured in both jobs.{perItem}";
            case [var only]:
                return $"1 case in common: {Name(only, comparison)}, {only.JudgedText}.{perItem}";
        }

        var tail = Changed(comparison).FirstOrDefault() is { } max
            ? $". Largest change: {Name(max, comparison)}, {max.JudgedText}."
            : ".";
        // One of twenty 95% intervals misses the true value, so with many cases some verdicts are due to chance.
        var chance = common.Length < ManyCases || counts is [_]
            ? ""
            : string.Create(
                CultureInfo.InvariantCulture, $" By chance alone, about {common.Length / 20.0:0} of {common.Length} cases appear changed.");
        return counts is [var all]
            ? string.Create(CultureInfo.InvariantCulture, $"All {common.Length} cases in common are {all.Word}{tail}{perItem}")
            : string.Create(CultureInfo.InvariantCulture,
                $"{common.Length} cases in common: {Headline.List(counts.Select(count => $"{count.Count} {count.Word}"))}{tail}{chance}{perItem}");
    }

    /// <summary>The cases with the verdict slower or faster, the largest change in either direction first.</summary>
    public static IEnumerable<CaseComparison> Changed(Comparison comparison) => comparison.Results
        .Where(@case => @case.Verdict is Verdict.Slower or Verdict.Faster)
        .OrderByDescending(@case => Math.Abs(Math.Log(@case.Judged!.Value)));

    /// <summary>Both sentences: that about the machine is the first one if the machine changed.</summary>
    public static IReadOnlyList<(string Text, bool IsOfMachine)> Sentences(Comparison comparison)
    {
        var results = (Of(comparison), false);
        return OfMachine(comparison) is not { } machine ? [results]
            : comparison.HasMachineChanged ? [(machine, true), results]
            : [results, (machine, true)];
    }

    /// <summary>Whether the machine changed, by the floor: <c>The machine changed: it is 1.50× (1.41–1.60) slower, its floor took 1.2 s instead
    /// of 0.8 s.</c> Null without a floor in both jobs.</summary>
    public static string? OfMachine(Comparison comparison)
    {
        var floors = comparison.Machine.Where(@case => @case.Ratio is not null).ToArray();
        if (floors.Length == 0)
        {
            return null;
        }

        var max = floors.OrderByDescending(Decidedness).ThenByDescending(@case => Math.Abs(Math.Log(@case.Ratio!.Value))).First();
        var where = floors.Length == 1 ? "" : $"{Place(max, comparison)}{CoordinatesText.AtPoint(max.At, comparison.Axes)}";
        var change = NumberFormat.Factor(max.Ratio!);
        return (max.Ratio!.Verdict, comparison.HasMachineChanged) switch
        {
            (Verdict.Slower or Verdict.Faster, true) => OfChange(max, where, comparison.PerItem),
            (Verdict.Slower or Verdict.Faster, false) => $"The {max.FloorWord}{where} took {change} the time: "
                + $"the machine, the server or its work became {max.Ratio.Verdict.ToWord()} between the jobs.",
            (Verdict.Same, _) => $"The {max.FloorWord}{where} took {change} the time: the machine is the same.",
            _ => $"The {max.FloorWord}{where} took {change} the time: whether the machine changed is not decided.",
        };
    }

    private static string OfChange(CaseComparison floor, string where, bool perItem)
    {
        var ratio = floor.Ratio!;
        var factor = ratio.Verdict == Verdict.Slower ? ratio : ratio with { Value = 1 / ratio.Value, Low = 1 / ratio.High, High = 1 / ratio.Low };
        return $"The machine changed{where}: it is {NumberFormat.Factor(factor)} {ratio.Verdict.ToWord()}, its {floor.FloorWord} took "
            + $"{Time(floor.WithMedian(perItem))} instead of {Time(floor.BaseMedian(perItem))}. "
            + $"Seconds decide nothing, and the verdicts are those of the times relative to the {floor.FloorWord}.";

        string Time(double? seconds) => $"{NumberFormat.SecondsWithUnit(seconds!.Value)}{(perItem ? " per item" : "")}";
    }

    /// <summary>For example: <c>The runs have 500 and 8,000 items, so the times are compared per item.</c> Null when they have the same
    /// number.</summary>
    public static string? OfAmounts(Comparison comparison) =>
        comparison.PerItem && comparison.Cases.FirstOrDefault(@case => @case is { BaseItems: { } before, WithItems: { } after } && before != after)
            is { } first
            ? $"The runs have {NumberFormat.Whole(first.BaseItems)} and {NumberFormat.Whole(first.WithItems)} items, "
                + "so the times are compared per item."
            : null;

    // A change is more important than an undecided case, and that more than no change.
    private static int Decidedness(CaseComparison @case) => @case.Ratio!.Verdict switch
    {
        Verdict.Slower or Verdict.Faster => 2,
        Verdict.Unclear => 1,
        _ => 0,
    };

    private static string Word(Verdict verdict) => verdict == Verdict.Same ? "the same" : verdict.ToWord();

    private static string Name(CaseComparison @case, Comparison comparison) =>
        $"`{@case.Strategy}`{Place(@case, comparison)}{CoordinatesText.AtPoint(@case.At, comparison.Axes)}";

    private static string Place(CaseComparison @case, Comparison comparison) =>
        comparison.Cases.Any(other => (other.Target, other.Client) != (@case.Target, @case.Client))
            ? $" on `{@case.Target}`{(@case.Client is { } client ? $" with client {client}" : "")}"
            : "";
}

using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>An answer of a job: a sentence with one number, and the strategies on one scale. Names are in backticks.</summary>
/// <param name="Sentence">Without a period: <c>`hset` is 1.9× as fast as `multi-exec`</c>.</param>
/// <param name="Number">What the sentence means in seconds: <c>0.99 s instead of 1.90 s for 30,000 documents</c>; null when the sentence
/// has it.</param>
/// <param name="Notes">More sentences, each with one idea.</param>
public sealed record AnswerCard(string Sentence, string? Number, IReadOnlyList<string> Notes)
{
    /// <summary>The coordinates of the compared cases, without the axis of the curve; null when the answer is about several of them.</summary>
    public Coordinates? At { get; init; }

    /// <summary>The strategy that the others are compared with; null when nothing is compared.</summary>
    public string? Reference { get; init; }

    /// <summary>The ranked strategies, the lowest median first; empty when nothing is compared.</summary>
    public IReadOnlyList<AnswerRow> Rows { get; init; } = [];

    /// <summary>The range of the scale; null when no strategy has a place on it.</summary>
    public AnswerScale? Scale { get; init; }

    /// <summary>The sentence as a heading: with a period unless the number follows.</summary>
    public string Heading => Number is null ? $"{Sentence}." : Sentence;

    /// <summary>The whole answer as one text.</summary>
    public string Text => string.Join(" ", Notes.Prepend(Number is null ? Heading : $"{Sentence}: {Number}."));
}

/// <summary>A strategy in an answer.</summary>
/// <param name="Case">With the exact figures.</param>
/// <param name="Speed">How many times as fast as the reference it is; null when the runs allow no statement.</param>
/// <param name="Low">Lower end of the interval of the speed.</param>
/// <param name="High">Upper end of the interval of the speed.</param>
/// <param name="Verdict">Against the reference.</param>
/// <param name="IsReference">Whether it is the reference itself.</param>
/// <param name="Words">For people: <c>1.9× as fast (1.5–3.0)</c>, <c>not decided (0.91–1.2)</c>.</param>
/// <param name="Needed">What would probably decide it: <c>2 more rounds, 40 s</c>; null when it is decided, and when more rounds hardly help.</param>
public sealed record AnswerRow(
    CaseResult Case, double? Speed, double? Low, double? High, Verdict Verdict, bool IsReference, string Words, string? Needed)
{
    public string Strategy => Case.Strategy;

    /// <summary>Its short words where the axis has the unit: <c>1.9× (1.5–3.0)</c>.</summary>
    public string Label { get; init; } = Words;

    /// <summary>Whether the runs decide how the strategy compares with the reference.</summary>
    public bool IsDecided => IsReference || Verdict != Verdict.Unclear;
}

/// <summary>The logarithmic scale of an answer: times as fast as the reference.</summary>
/// <param name="Min">The smallest value, below 1.</param>
/// <param name="Max">The largest value, above 1.</param>
/// <param name="Ticks">Labelled values in ascending order, with 1.</param>
public sealed record AnswerScale(double Min, double Max, IReadOnlyList<double> Ticks)
{
    private const double Padding = 1.06;
    private const int MaxTicks = 7;

    // From the coarsest to the finest. Each has 1.
    private static readonly double[][] Steps = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7], [1, 1.25, 1.5, 2, 3, 4, 5, 6.5, 8]];

    /// <summary>The scale before a strategy has a speed.</summary>
    public static AnswerScale Empty { get; } = Of(0.5, 2);

    // For a scale that is too short for these.
    private static readonly double[] Near = [0.8, 0.9, 1, 1.1, 1.2];

    /// <summary>The position of a value, from 0 to 1. A value outside is at the end.</summary>
    public double Of(double value) => Math.Clamp(Math.Log(value / Min) / Math.Log(Max / Min), 0, 1);

    /// <param name="rows">The rows, of which those without a speed are ignored.</param>
    /// <returns>Null when no strategy other than the reference has a speed.</returns>
    public static AnswerScale? Of(IEnumerable<AnswerRow> rows)
    {
        double[] values = [.. rows.Where(row => !row.IsReference).SelectMany(row => new[] { row.Speed, row.Low, row.High }).OfType<double>()];
        if (values.Length == 0)
        {
            return null;
        }

        // The zone of no difference is always visible.
        return Of(Math.Min(values.Min(), Verdicts.SameLow / Padding) / Padding, Math.Max(values.Max(), Verdicts.SameHigh * Padding) * Padding);
    }

    private static AnswerScale Of(double min, double max)
    {
        var ticks = LogarithmicTicks.Of(min, max, Steps, MaxTicks);
        return new(min, max, ticks.Length > 2 ? ticks : [.. Near.Where(tick => tick >= min && tick <= max)]);
    }
}

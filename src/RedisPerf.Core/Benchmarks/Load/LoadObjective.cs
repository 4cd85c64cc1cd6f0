using System.Globalization;
using System.Text.RegularExpressions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>The service level objective of a search, as the value of an option: <c>p99=2ms, errors=0</c>. A failed operation and a rate that is
/// not achieved always miss it.</summary>
public sealed partial class LoadObjective
{
    /// <summary>The label of the option.</summary>
    internal const string Label = $"objective whose highest rate is searched, such as {Example}";

    /// <summary>Maximum characters of an objective.</summary>
    internal const int MaximumLength = 100;

    private const string Example = "p99=2ms";

    /// <summary>The generator is late when its own lag is more than this share of the limit, at the same percentile.</summary>
    private const double MaxLag = 0.25;

    /// <summary>Operations of a probe without a limit of a percentile: enough for the lag of the generator.</summary>
    private const int MinWithoutLimit = 1_000;

    private readonly (double Share, double Seconds)[] _limits;

    private LoadObjective((double Share, double Seconds)[] limits) => _limits = limits;

    /// <summary>Operations that support each percentile.</summary>
    public int MinOperations => _limits.Select(limit => (int)Math.Round(LatencyHistogram.MinBeyond / (1 - limit.Share)))
        .DefaultIfEmpty(MinWithoutLimit).Max();

    /// <summary>Parses an objective.</summary>
    /// <param name="text">Limits of percentiles and of errors, separated by commas.</param>
    /// <param name="wrong">The error without the option's name, which precedes it in a sentence; null when the text is valid or empty.</param>
    /// <returns>Null when the text is empty or invalid.</returns>
    public static LoadObjective? Read(string text, out string? wrong)
    {
        wrong = null;
        if (string.IsNullOrWhiteSpace(text))
        {
            return null;
        }

        var limits = new Dictionary<double, double>();
        var hasErrors = false;
        foreach (var part in text.Split(','))
        {
            var isErrors = !hasErrors && ErrorPart().IsMatch(part);
            hasErrors |= isErrors;
            if (!isErrors && !(Limit(part) is var (share, seconds) && limits.TryAdd(share, seconds)))
            {
                wrong = "must be limits of different percentiles from 1 µs to 60 s, errors=0, or several of these, such as p99=2ms, p99.9=5ms or "
                    + "p50=500us,errors=0; the percentiles are p50, p90, p99 and p99.9; "
                    + $"\"{FieldError.Shorten(part.Trim())}\" is invalid.";
                return null;
            }
        }

        return new([.. limits.Select(limit => (limit.Key, limit.Value))]);
    }

    /// <summary>Adds the figures that compare the latencies of a run with the objective. Those of a percentile without enough operations are
    /// omitted.</summary>
    internal void AddTo(IDictionary<string, double> figures, LoadLatencies latencies)
    {
        foreach (var (share, seconds) in _limits)
        {
            if (latencies.Interval(share) is var (low, high))
            {
                Raise(LoadColumns.ObjectiveLow, low / seconds);
                Raise(LoadColumns.ObjectiveHigh, high / seconds);
            }

            if (latencies.LagOfGenerator(share) is { } lag)
            {
                Raise(LoadColumns.ObjectiveLag, lag / seconds);
            }
        }

        void Raise(string name, double ratio) => figures[name] = figures.TryGetValue(name, out var known) ? Math.Max(known, ratio) : ratio;
    }

    /// <summary>What a run at a rate shows. It holds when the upper end of the interval of each percentile is within its limit, and misses when
    /// the lower end of one is beyond it.</summary>
    public ProbeOutcome OutcomeOf(Run run)
    {
        double FigureOf(string name, double missing = 0) => FigureColumn.OfRun(run, name) ?? missing;
        var achieves = FigureOf(LoadColumns.Achieved) >= LoadColumns.Saturated * FigureOf(LoadColumns.ProbeRate);
        var isComplete = achieves && FigureOf(LoadColumns.Errors) == 0;
        if (isComplete && FigureOf(LoadColumns.ObjectiveHigh, _limits.Length == 0 ? 0 : double.PositiveInfinity) <= 1)
        {
            return ProbeOutcome.Held;
        }

        // Without a limit of the latency, only a rate that is not achieved can be due to a late generator.
        var isLate = _limits.Length > 0 ? FigureOf(LoadColumns.ObjectiveLag) > MaxLag
            : FigureOf(LoadColumns.GeneratorLag) > (1 - LoadColumns.Saturated) * run.Seconds;
        return isLate || GeneratorCpu.IsBusy(run) ? ProbeOutcome.Generator
            : !isComplete || FigureOf(LoadColumns.ObjectiveLow) > 1 ? ProbeOutcome.Missed
            : ProbeOutcome.Close;
    }

    private static (double Share, double Seconds)? Limit(string part)
    {
        var match = LimitPart().Match(part);
        if (!match.Success
            || !double.TryParse(match.Groups["number"].Value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number))
        {
            return null;
        }

        var seconds = number * match.Groups["unit"].Value switch { "s" => 1, "ms" => 1e-3, _ => 1e-6 };
        return LoadColumns.Percentiles.FirstOrDefault(known => known.Label == match.Groups["percentile"].Value) is { Label: not null } known
            && seconds is >= 1e-6 and <= 60 ? (known.Share, seconds) : null;
    }

    [GeneratedRegex(@"^\s*errors\s*=\s*0\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex ErrorPart();

    [GeneratedRegex(@"^\s*(?<percentile>p[0-9.]+)\s*=\s*(?<number>[0-9]+(\.[0-9]+)?)\s*(?<unit>s|ms|us|µs)\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex LimitPart();
}

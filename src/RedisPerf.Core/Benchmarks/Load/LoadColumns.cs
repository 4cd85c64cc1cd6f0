using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>The benchmark's own columns.</summary>
internal static class LoadColumns
{
    /// <summary>The compared time: mean latency from the intended send time on, in seconds.</summary>
    public const string Mean = "latencyMean";

    public const string Achieved = "achieved";
    public const string HitRate = "hitRate";
    public const string Unsent = "unsent";
    public const string Lag = "sendLagP99";
    public const string Operations = "operations";
    public const string ServerMean = "serverMean";

    /// <summary>By how much the generator was late by itself.</summary>
    public const string GeneratorLag = "generatorLagP99";

    /// <summary>The rate of a probe.</summary>
    public const string ProbeRate = "probeRate";

    /// <summary>The operations of a probe that failed.</summary>
    public const string Errors = "errors";

    /// <summary>The ends of the 95% interval of a percentile, divided by its limit: the largest of all limits.</summary>
    public const string ObjectiveLow = "objectiveLow";

    /// <inheritdoc cref="ObjectiveLow"/>
    public const string ObjectiveHigh = "objectiveHigh";

    /// <summary>The lag of the generator at the percentile of a limit, divided by the limit: the largest of all limits.</summary>
    public const string ObjectiveLag = "objectiveLag";

    private const string Price = "pricePerMillion";

    private const string P50 = "p50";
    private const string P90 = "p90";
    private const string P99 = "p99";
    private const string P999 = "p999";
    private const string ServerP99 = "serverP99";
    private const string ServerP999 = "serverP999";

    /// <summary>Below this share of the offered rate, a rate is not achieved. A slow start and end of a run take less than the rest.</summary>
    internal const double Saturated = 0.95;

    /// <summary>From this share of p99 on, the lag of the generator is most of it.</summary>
    private const double MostlyLag = 0.5;

    private const string Supported = "for at least 10 operations beyond it; median of the runs.";

    /// <summary>The percentiles of the latency by name, with their labels in objectives and answers, as shares.</summary>
    public static IReadOnlyList<(string Name, string Label, double Share)> Percentiles { get; } =
        [(P50, "p50", 0.5), (P90, "p90", 0.9), (P99, "p99", 0.99), (P999, "p99.9", 0.999)];

    /// <summary>The search of the highest rate within an objective.</summary>
    public static CaseSearch Search { get; } = new(LoadOptions.Objectives, ProbeRate, "operations per second", FindRate)
    { Price = (Price, "per million operations") };

    /// <summary>The percentiles that answer the question of the benchmark, with their labels.</summary>
    public static IReadOnlyList<(string Name, string Label)> Answer { get; } =
        [.. Percentiles.Where(each => each.Name != P90).Select(each => (each.Name, each.Label))];

    /// <summary>The percentiles of the server's execution time by name, as shares.</summary>
    public static IReadOnlyList<(string Name, double Share)> ServerPercentiles { get; } = [(ServerP99, 0.99), (ServerP999, 0.999)];

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        new("heldRate", "within objective/s", null,
            "The highest rate at which the objective holds, in operations per second: the lower end of the interval.",
            (@case, job) => ResultOf(@case, job)?.Low) { IsExceptional = true },
        new("missedRate", "beyond objective/s", null,
            "The lowest rate at which the objective does not hold, in operations per second: the upper end of the interval.",
            (@case, job) => ResultOf(@case, job)?.High) { IsExceptional = true },
        new(Price, "price per million", null,
            "The price of a million operations at the highest rate at which the objective holds, by the price of the server for an hour.", PriceOf)
        { IsExceptional = true },
        Milliseconds(P99, "p99 ms", $"99th percentile of the latency from the intended send time on, {Supported}"),
        Milliseconds(P999, "p99.9 ms", $"99.9th percentile of the latency from the intended send time on, {Supported}"),
        Milliseconds(P50, "p50 ms", $"Median latency from the intended send time on, {Supported}"),
        Milliseconds(P90, "p90 ms", $"90th percentile of the latency from the intended send time on, {Supported}"),
        FigureColumn.OfRuns(Achieved, "achieved/s", null,
            "Operations that were answered, divided by the time from the first send to the last reply; median of the runs.") with
        { IsDefault = true },
        FigureColumn.OfRuns(HitRate, "hit rate %", null, "Reads that returned a value, as a share of the reads; median of the runs.") with
        { Scale = 100, IsDefault = true },
        FigureColumn.OfRuns(Operations, "operations", null,
            "Operations of a run, each with a latency: the number that supports the percentiles from the intended send time on; median of the runs."),
        FigureColumn.OfRuns(Unsent, "unsent %", null, "Operations that were not sent before the end of the run, as a share of all; "
            + "median of the runs. Each is included in the latency with the time that it waited.") with { Scale = 100 },
        Milliseconds(
            FromSent(P50), "p50 from send, ms", $"Median time from the actual send to the reply, {Supported} It omits the time before the send."),
        Milliseconds(FromSent(P90), "p90 from send, ms",
            $"90th percentile of the time from the actual send to the reply, {Supported} It omits the time before the send."),
        Milliseconds(FromSent(P99), "p99 from send, ms",
            $"99th percentile of the time from the actual send to the reply, {Supported} It omits the time before the send."),
        Milliseconds(FromSent(P999), "p99.9 from send, ms",
            $"99.9th percentile of the time from the actual send to the reply, {Supported} It omits the time before the send."),
        Milliseconds(GeneratorLag, "generator lag p99, ms", "99th percentile of the time from the moment at which an operation could be sent, "
            + $"which is the intended one or the end of a wait for a reply, to the actual send, {Supported}"),
        new("generatorLate", "% of p99 is the lag of the generator: bound by the generator", null,
            "The lag of the generator at the 99th percentile, as a share of that of the latency, from 50% on.", LateOf)
        {
            Scale = 100,
            IsExceptional = true,
            Finding = "is bound by the generator: its own lag is {0}% of p99",
        },
        .. DisturbColumns.All,
        .. GeneratorCpu.Columns,
        Milliseconds(Lag, "send lag p99, ms", $"99th percentile of the time from the intended to the actual send, {Supported}"),
        Microseconds(ServerMean, "server mean, µs", "Mean execution time of GET and SET in the server (commandstats); median of the runs."),
        Microseconds(ServerP99, "server p99, µs", "99th percentile of the execution time of GET and SET in the server (LATENCY "
            + "HISTOGRAM), rounded up to a bucket of the server; median of the runs."),
        Microseconds(ServerP999, "server p99.9, µs", "99.9th percentile of the execution time of GET and SET in the server "
            + "(LATENCY HISTOGRAM), rounded up to a bucket of the server; median of the runs."),
        new("missRate", "reads of missing keys %", null,
            "Reads of keys that do not exist, as a share of the reads. They return no value, so they are faster than other reads.", MissRateOf)
        {
            Scale = 100,
            IsExceptional = true,
        },
        new("saturation", "operations/s achieved: saturated", null, "The rate from which on less than 95% of each rate was achieved.", SaturationOf)
        {
            IsExceptional = true,
            Finding = "is the saturation point: it achieved {0} operations per second, less than 95% of the rate",
            RefersTo = IsSameCurve,
        },
    ];

    /// <summary>The saturation point in the charts. <see cref="All"/> has its sentence.</summary>
    public static CurveMark SaturationMark { get; } = new((curve, _) => SaturationOf(curve).Rate, "saturated at {0}");

    /// <summary>The name of a percentile that counts from the actual send on.</summary>
    public static string FromSent(string percentile) => $"{percentile}FromSend";

    private static FigureColumn Milliseconds(string name, string label, string meaning) =>
        FigureColumn.OfRuns(name, label, "s", meaning) with { Scale = 1_000 };

    private static FigureColumn Microseconds(string name, string label, string meaning) =>
        FigureColumn.OfRuns(name, label, "s", meaning) with { Scale = 1_000_000 };

    private static double? SaturationOf(CaseResult @case, FigureContext job) =>
        SaturationOf(job.Cases.Where(other => IsSameCurve(@case, other)).Select(other => (RateOf(other) ?? 0, other))) is var (rate, achieved)
            && rate == RateOf(@case) ? achieved : null;

    // The lowest rate from which on no rate was achieved, with the achieved one. A single slow rate below one that was achieved is noise.
    private static (double? Rate, double? Achieved) SaturationOf(IEnumerable<(double Rate, CaseResult Case)> curve)
    {
        var rates =
            from each in curve
            let achieved = AchievedBy(each.Case)
            where achieved is not null
            orderby each.Rate descending
            select ((double?)each.Rate, Achieved: achieved);
        return rates.TakeWhile(each => each.Achieved < Saturated * each.Item1).LastOrDefault();
    }

    private static RateSearchResult FindRate(CaseResult @case, JobRequest request)
    {
        var options = request.OptionsAt<LoadOptions>(@case.At);
        var objective = options.Objective!;
        return options.SearchOf(objective).Find(
        [
            .. from run in @case.Runs
               where run.IsInSummary
               let rate = FigureColumn.OfRun(run, ProbeRate)
               where rate is not null
               select ((int)rate, objective.OutcomeOf(run)),
        ]);
    }

    // The figures of a case are those of one rate; the search has all runs. A generator that is the limit has no highest
    // rate, and probes that disagree have none either.
    private static RateSearchResult? ResultOf(CaseResult @case, FigureContext job) =>
        Search.IsRequested(job.Request.Options)
        && FindRate(job.Cases.First(other => other.Key == @case.Key), job.Request) is var found
        && found.End is not (SearchEnd.Generator or SearchEnd.Unsteady) ? found : null;

    private static double? PriceOf(CaseResult @case, FigureContext job) =>
        job.OptionsOf<LoadOptions>(@case) is { PricePerHour: > 0 and var price } && ResultOf(@case, job)?.Low is { } rate
            ? price / (3_600.0 * rate) * 1e6 : null;

    /// <summary>Whether a case achieved its rate; null when that is not known.</summary>
    public static bool? HeldOf(CaseResult @case) =>
        RateOf(@case) is { } rate && AchievedBy(@case) is { } achieved ? achieved >= Saturated * rate : null;

    private static double? LateOf(CaseResult @case, FigureContext job) =>
        CaseStatistics.Median(@case, run => FigureColumn.OfRun(run, GeneratorLag) / FigureColumn.OfRun(run, P99)) is >= MostlyLag and var share
            ? share : null;

    private static double? MissRateOf(CaseResult @case, FigureContext job) =>
        1 - CaseStatistics.Median(@case, run => FigureColumn.OfRun(run, HitRate)) is > 0 and var misses ? misses : null;

    private static bool IsSameCurve(CaseResult @case, CaseResult other) => Curves.AreSame(@case, other, LoadOptions.Rates);

    private static double? RateOf(CaseResult @case) => @case.At.Number(LoadOptions.Rates);

    private static double? AchievedBy(CaseResult @case) => CaseStatistics.Median(@case, run => FigureColumn.OfRun(run, Achieved));
}

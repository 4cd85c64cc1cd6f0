using System.Text.Json.Serialization;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;

namespace RedisPerf.Web.Alerts;

/// <summary>A change of the times of one case over the scheduled runs.</summary>
/// <param name="Strategy">The strategy of the case.</param>
/// <param name="At">Its coordinates.</param>
/// <param name="Basis">Whether the times are relative to the floor of the same run, as those of each case with a floor, or those of the case.</param>
/// <param name="Ratio">The median from the change to the next one, divided by that from the previous change to this one; above 1 is slower.</param>
/// <param name="Chance">The chance of such a change in a series without one.</param>
/// <param name="Before">The last run before the change.</param>
/// <param name="After">The first run after it.</param>
public sealed record CaseChangePoint(string Strategy, Coordinates At, Basis Basis, double Ratio, double Chance, ChangedRun Before, ChangedRun After)
{
    /// <summary>The number of runs whose changes are searched: the time grows with its square.</summary>
    public const int MaximumRuns = 120;

    /// <summary>The verdict of the change.</summary>
    public Verdict Verdict => Ratio > 1 ? Verdict.Slower : Verdict.Faster;

    [JsonIgnore]
    public CaseKey Case => new(Strategy, At);

    /// <summary>The runs with the options and the values of the last one. The environment may differ: it is what a change is explained by.</summary>
    /// <param name="runs">Oldest first.</param>
    public static IReadOnlyList<ScheduledRunRecord> SeriesOf(IReadOnlyList<ScheduledRunRecord> runs) =>
        [.. runs.Where(run => run.Job.Benchmark == runs[^1].Job.Benchmark && EnvironmentDifferences.Between(run.Job, runs[^1].Job)
            .All(difference => difference.Aspect is not (EnvironmentAspect.Option or EnvironmentAspect.Payload))).TakeLast(MaximumRuns)];

    /// <summary>The changes of a case, oldest first; empty with too few runs.</summary>
    /// <param name="series">The runs, oldest first.</param>
    /// <param name="case">The case.</param>
    /// <param name="floor">The strategy that measures the machine; null without one.</param>
    public static IReadOnlyList<CaseChangePoint> Of(IReadOnlyList<ScheduledRunRecord> series, CaseKey @case, string? floor)
    {
        var levels = series.Select(run => (Run: run, Own: LevelOf(run, @case), Floor: FloorOf(run, @case, floor)))
            .Where(each => each.Own is not null).ToArray();
        var relative = levels.Where(each => each.Floor is not null).ToArray();
        var basis = relative.Length >= ChangePoints.MinimumValues ? Basis.Floor : Basis.Itself;
        var shown = basis == Basis.Floor ? relative : levels;
        return
        [
            .. ChangePoints.Find([.. shown.Select(each => each.Own!.Value - (basis == Basis.Floor ? each.Floor!.Value : 0))]).Select(change =>
                new CaseChangePoint(@case.Strategy, @case.At, basis, Math.Exp(change.After - change.Before), change.Chance,
                    ChangedRun.Of(shown[change.Index - 1].Run.Job, @case), ChangedRun.Of(shown[change.Index].Run.Job, @case))),
        ];
    }

    private static double? LevelOf(ScheduledRunRecord run, CaseKey @case) =>
        run.Times.GetValueOrDefault(@case) is { Count: > 0 } times ? Math.Log(times.Median()) : null;

    private static double? FloorOf(ScheduledRunRecord run, CaseKey @case, string? floor) => @case.Strategy == floor ? null
        : run.Times.Keys.FirstOrDefault(other => other.Strategy == floor && other.At.IsWithin(@case.At)) is { } known ? LevelOf(run, known) : null;
}

/// <summary>A run next to a change, with what may explain it.</summary>
/// <param name="Job">The job.</param>
/// <param name="Number">Its number.</param>
/// <param name="At">Its start.</param>
/// <param name="Client">The client library with its version; null when it is not known, as all further values.</param>
/// <param name="Server">The engine with its version.</param>
/// <param name="Version">The version of RedisPerf.</param>
/// <param name="Note">The note of the job, for example a commit.</param>
public sealed record ChangedRun(
    Guid Job, long? Number, DateTimeOffset At, string? Client, string? Server, string? Version, string? Note)
{
    /// <summary>The version of the user's build that has the strategy, with its commit as far as the build names it, and else the hash of its
    /// file; null for a strategy of RedisPerf.</summary>
    public string? Build { get; init; }

    public static ChangedRun Of(JobDocument job, CaseKey @case)
    {
        var server = job.Environment?.Targets.FirstOrDefault(target => target.Name == @case.Target);
        var build = job.Environment?.Plugins.FirstOrDefault(plugin => plugin.Name == StrategyName.PluginOf(@case.Strategy));
        return new(
            job.Id, job.Number, job.StartedAt ?? job.CreatedAt,
            @case.Client is { } client ? $"StackExchange.Redis {client}" : job.Environment?.Client,
            server is null ? null : JobText.Engine(server), job.Environment?.Version, job.Note)
        {
            Build = build is null ? null : build.Version ?? build.Sha256[..12],
        };
    }
}

using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>Statistics of a case, computed from its runs.</summary>
public static class CaseStatistics
{
    /// <summary>The median of a value over the counted runs that have it; null when no run has it.</summary>
    public static double? Median(CaseResult @case, Func<Run, double?> figure)
    {
        var known = @case.Runs.Where(run => run.IsInSummary).Select(figure).OfType<double>().ToArray();
        return known.Length > 0 ? known.Median() : null;
    }

    /// <summary>Median encoding time of a run, in seconds; null when nothing is encoded.</summary>
    public static double? EncodeSeconds(CaseResult @case) => Median(@case, run => run.EncodeSeconds) is > 0 and var seconds ? seconds : null;

    /// <summary>Median throughput of several nodes divided by that of one; null for one node.</summary>
    public static double? Speedup(CaseResult @case) => Median(@case, run => run.SharedLoad?.Speedup);

    /// <summary>Median CPU time of the client for each operation, in seconds; null when it is unknown, or the runs are too short for the clock
    /// of the CPU time.</summary>
    public static double? ClientCpuPerOperation(CaseResult @case) =>
        @case.Summary?.ClientBusy is null ? null : Median(@case, run => run.Operations > 0 ? run.Client?.CpuSeconds / run.Operations : null);

    /// <summary>Median bytes that the client allocates for each operation; null when they are unknown.</summary>
    public static double? AllocatedPerOperation(CaseResult @case) =>
        Median(@case, run => run.Operations > 0 ? (double?)run.Client?.AllocatedBytes / run.Operations : null);

    /// <summary>Median commands that the server executed for each operation, also those of scripts; null when the engine does not count
    /// them.</summary>
    public static double? CommandsPerOperation(CaseResult @case) =>
        Median(@case, run => (double?)run.Server?.Commands?.Values.Sum() / run.Operations);

    /// <summary>The timed runs that were executed and verified, including excluded ones.</summary>
    public static IReadOnlyList<Run> Timed(CaseResult @case) => [.. @case.Runs.Where(run => run.IsTimed)];

    /// <summary>The timed runs that were disturbed, including excluded ones.</summary>
    public static IReadOnlyList<Run> Disturbed(CaseResult @case) => [.. @case.Runs.Where(IsDisturbed)];

    /// <summary>Whether a run is timed and was disturbed. Such a run can be excluded.</summary>
    public static bool IsDisturbed(Run run) => run is { IsTimed: true, IsDisturbed: true };

    /// <summary>The cases that took part in the last round. The others were given up, because their runs failed.</summary>
    /// <param name="cases">All cases of a job, after a whole round.</param>
    public static IReadOnlyList<CaseResult> RunToTheEnd(IReadOnlyCollection<CaseResult> cases)
    {
        var last = cases.SelectMany(@case => @case.Runs).Select(run => run.Round).DefaultIfEmpty().Max();
        return [.. cases.Where(@case => @case.Runs.Any(run => run.Round == last))];
    }

    /// <summary>The cases that were not given up after failed runs, even while a round runs, and when the last one was cut.</summary>
    /// <param name="cases">All cases of a job.</param>
    public static IReadOnlyList<CaseResult> NotGivenUp(IReadOnlyCollection<CaseResult> cases)
    {
        var last = cases.SelectMany(@case => @case.Runs).Select(run => run.Round).DefaultIfEmpty().Max();
        return [.. cases.Where(@case => @case.Runs is not [.., { State: RunState.Failed } failed] || failed.Round == last)];
    }

    /// <summary>The median of the cases' coefficients of variation; null when no case has two runs.</summary>
    public static double? MedianVariation(IEnumerable<CaseResult> cases)
    {
        var known = cases.Select(@case => @case.Summary?.CoefficientOfVariation).OfType<double>().ToArray();
        return known.Length > 0 ? known.Median() : null;
    }
}

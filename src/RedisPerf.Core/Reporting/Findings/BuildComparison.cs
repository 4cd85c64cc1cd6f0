using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>Two builds, clients or servers in the same rounds of one job. The base runs a second time as the control: where it differs from
/// itself, so can base and head.</summary>
/// <param name="Job">The job, with a <see cref="JobRequest.ArmAxis"/>.</param>
/// <param name="Cases">Each strategy at each value of the other axes, in the order of the job.</param>
public sealed record BuildComparison(JobDocument Job, IReadOnlyList<BuildCase> Cases)
{
    /// <summary>The cases in which the base differs from itself.</summary>
    public IEnumerable<BuildCase> Differing => Cases.Where(@case => IsDecided(@case.Control));

    /// <summary>Whether no verdict of the job is reliable, because the base differs from itself.</summary>
    public bool IsUnproven => Differing.Any();

    /// <summary>The cases in which base and head differ, the slowest first.</summary>
    public IEnumerable<BuildCase> Moved => Cases.Where(@case => IsDecided(@case.Head)).OrderByDescending(@case => @case.Head!.Value);

    /// <summary>The cases in which the head is slower beyond a limit, as the comparison of two jobs counts them.</summary>
    /// <param name="limit">0.1 for 10%.</param>
    /// <returns>None when the job is unproven.</returns>
    public IEnumerable<BuildCase> SlowerBeyond(double limit) => IsUnproven ? []
        : Moved.Where(@case => @case.Head!.Verdict == Verdict.Slower && @case.Head.Value > 1 + limit);

    /// <summary>The strategy, with its coordinates where they differ within the job.</summary>
    public string NameOf(BuildCase @case) => @case.Key.At.Target is not null && Job.Request.Targets.Count > 1
        ? CaseText.Name(@case.Key, Job.Request.Axes)
        : $"{@case.Key.Strategy}{CoordinatesText.AtPoint(@case.Key.At, Job.Request.Axes)}";

    /// <param name="info">The benchmark of the job.</param>
    public static BuildComparison Of(JobDocument job, BenchmarkInfo info)
    {
        var axis = job.Request.ArmAxis!;
        var ratios = BenchmarkSummaries.AgainstFirst(job.Cases, axis, info, job.Request)
            .ToDictionary(each => each.Case.Key, each => each.Ratio);
        return new(job, [
            .. from first in job.Cases
               where first.At[axis.Name] == Arms.Base
               select new BuildCase(
                   new CaseKey(first.Strategy, first.At.Without(axis.Name)), first.Summary, SummaryOf(first, Arms.Head), RatioOf(first, Arms.Head),
                   RatioOf(first, Arms.Control))]);

        Ratio? RatioOf(CaseResult first, string arm) => ratios.GetValueOrDefault(new(first.Strategy, first.At.With(axis.Name, arm)));

        Summary? SummaryOf(CaseResult first, string arm) =>
            job.Cases.FirstOrDefault(@case => @case.Strategy == first.Strategy && @case.At == first.At.With(axis.Name, arm))?.Summary;
    }

    private static bool IsDecided(Ratio? ratio) => ratio is { Low: not null, Verdict: Verdict.Faster or Verdict.Slower };
}

/// <summary>One strategy with base and head.</summary>
/// <param name="Key">Without the arm.</param>
/// <param name="BaseSummary">Null without a counted run.</param>
/// <param name="HeadSummary">Null without a counted run.</param>
/// <param name="Head">The time of the head divided by that of the base; null where they have no round in common.</param>
/// <param name="Control">The time of the second base divided by that of the first one.</param>
public sealed record BuildCase(CaseKey Key, Summary? BaseSummary, Summary? HeadSummary, Ratio? Head, Ratio? Control);

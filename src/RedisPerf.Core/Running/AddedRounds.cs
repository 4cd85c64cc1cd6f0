using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Running;

/// <summary>Rounds that continue a job that has ended: measured ones under the <see cref="SequentialRule"/>, or a profiled one.</summary>
public static class AddedRounds
{
    /// <summary>The states in which a job can be continued, if it has a timed run. A job that gets more rounds can be cancelled or fail,
    /// and keeps the runs that it has.</summary>
    public static IReadOnlyList<JobState> States { get; } = [JobState.Completed, JobState.Cancelled, JobState.Failed];

    /// <summary>Whether rounds can be added. The runs of a schedule have one shape, and only a job in a ledger, which has a
    /// number, can continue.</summary>
    public static bool ArePossible(JobDocument job) => TimedRounds(job) is > 0 and < SequentialRule.MaxRounds;

    /// <summary>Why the job cannot be profiled; null when it can be, unless it has a profile.</summary>
    public static Reason? FindProfileObstacle(JobDocument job) =>
        TimedRounds(job) == 0 ? Reason.Of(ReasonCode.NotProfilable)
        : job.Request.LoadFrom > 1 ? Reason.Of(ReasonCode.ProfileOnOneNode)
        : null;

    private static int TimedRounds(JobDocument job) =>
        job is { Number: not null, Schedule: null, Confirms: null } && States.Contains(job.State)
            ? job.Cases.Where(@case => CanRun(@case, job.Request)).Select(@case => CaseStatistics.Timed(@case).Count).DefaultIfEmpty().Max()
            : 0;

    // A case that was given up is not run again, and the floor alone decides nothing.
    private static bool CanRun(CaseResult @case, JobRequest request) =>
        request.Strategies.Contains(@case.Strategy) && @case.Runs.TakeLast(JobRounds.FailuresInARow).Any(run => run.State != RunState.Failed);

    /// <summary>The request of the continued job.</summary>
    /// <param name="budgetSeconds">The time budget of the added rounds.</param>
    public static JobRequest Extend(JobRequest request, double budgetSeconds) =>
        request with { Until = RunUntil.Decided, Runs = SequentialRule.MaxRounds, BudgetSeconds = budgetSeconds };
}

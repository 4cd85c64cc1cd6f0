using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Running;

/// <summary>Rounds that continue a completed job under the <see cref="SequentialRule"/>.</summary>
public static class AddedRounds
{
    /// <summary>Whether rounds can be added. The runs of a schedule have one shape, and only a job in a ledger, which has a number, can continue.</summary>
    public static bool ArePossible(JobDocument job) =>
        job is { State: JobState.Completed, Number: not null, Schedule: null, Confirms: null } && job.Cases.Max(@case => CaseStatistics.Timed(@case).Count) < SequentialRule.MostRounds;

    /// <summary>The request of the continued job.</summary>
    /// <param name="request">The request of the job.</param>
    /// <param name="budgetSeconds">The time budget of the added rounds.</param>
    public static JobRequest Extend(JobRequest request, double budgetSeconds) => request with { Until = RunUntil.Decided, Runs = SequentialRule.MostRounds, BudgetSeconds = budgetSeconds };
}

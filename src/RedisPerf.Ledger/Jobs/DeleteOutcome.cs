namespace RedisPerf.Ledger.Jobs;

/// <summary>The result of deleting a job.</summary>
public enum DeleteOutcome
{
    /// <summary>The job and its runs were deleted.</summary>
    Deleted,

    /// <summary>It is queued or running; nothing was deleted.</summary>
    NotEnded,

    /// <summary>It is a baseline; nothing was deleted. It must be unpinned first.</summary>
    IsBaseline,
    NotFound,
}

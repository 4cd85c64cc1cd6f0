namespace RedisPerf.Web.Background;

/// <summary>What became of the wish to cancel a job.</summary>
public enum CancelOutcome
{
    /// <summary>It was waiting and is cancelled, or it is running and stops within a second or two.</summary>
    Accepted,
    AlreadyEnded,
    NotFound,
}

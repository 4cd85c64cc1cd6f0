namespace RedisPerf.Web.Background;

/// <summary>The result of a request to cancel a job.</summary>
public enum CancelOutcome
{
    /// <summary>The job was waiting and is cancelled, or it is running and stops within six seconds.</summary>
    Accepted,
    AlreadyEnded,
    NotFound,
}

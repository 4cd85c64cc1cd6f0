namespace RedisPerf.Core.Running;

/// <summary>Why a job waits while it opens its targets.</summary>
public enum OpeningWait
{
    /// <summary>Another RedisPerf uses an existing server.</summary>
    Lease,

    /// <summary>A target is prepared, which continues when the job ends its attempt: the image of a container is pulled.</summary>
    Preparation,
}

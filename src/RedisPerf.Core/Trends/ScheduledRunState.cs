namespace RedisPerf.Core.Trends;

/// <summary>The result of reviewing a scheduled run.</summary>
public enum ScheduledRunState
{
    /// <summary>There are too few comparable earlier runs.</summary>
    Early,

    /// <summary>No case is slower than its expected range.</summary>
    Usual,

    /// <summary>A case looks slower; its rerun is queued or running.</summary>
    Suspicious,

    /// <summary>A case looked slower, and the rerun did not confirm it or was not possible.</summary>
    Unconfirmed,

    /// <summary>A case is slower, and the rerun confirmed it.</summary>
    Slower,
}

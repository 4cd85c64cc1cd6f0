namespace RedisPerf.Ledger;

/// <summary>The result of firing a schedule.</summary>
public enum FireOutcome
{
    /// <summary>Its job is in the queue.</summary>
    Queued,

    /// <summary>Its previous job is queued; nothing changed.</summary>
    StillQueued,

    /// <summary>Its previous job is running; nothing changed.</summary>
    StillRunning,

    /// <summary>The schedule was deleted or paused, or is no longer due at that time; nothing changed.</summary>
    NotDue,
}

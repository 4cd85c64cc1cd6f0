namespace RedisPerf.Ledger;

/// <summary>What became of a schedule's turn.</summary>
public enum FireOutcome
{
    /// <summary>Its job is in the queue.</summary>
    Queued,

    /// <summary>Its job before this one waits; nothing changed.</summary>
    StillQueued,

    /// <summary>Its job before this one runs; nothing changed.</summary>
    StillRunning,

    /// <summary>The schedule is gone, paused, or no longer due at that time; nothing changed.</summary>
    NotDue,
}

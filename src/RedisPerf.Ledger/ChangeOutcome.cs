namespace RedisPerf.Ledger;

/// <summary>What became of the wish to change how a job is summarised.</summary>
public enum ChangeOutcome
{
    /// <summary>It is so now, or was already.</summary>
    Changed,

    /// <summary>The job does not allow it; nothing changed.</summary>
    Refused,
    NotFound,
}

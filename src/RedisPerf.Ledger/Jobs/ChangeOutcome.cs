namespace RedisPerf.Ledger.Jobs;

/// <summary>The result of a requested change.</summary>
public enum ChangeOutcome
{
    /// <summary>The change was made, or had no effect.</summary>
    Changed,

    /// <summary>The state does not allow the change; nothing changed.</summary>
    Refused,
    NotFound,
}

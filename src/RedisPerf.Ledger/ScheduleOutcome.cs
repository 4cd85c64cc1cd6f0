namespace RedisPerf.Ledger;

/// <summary>What became of the wish to keep a schedule.</summary>
public enum ScheduleOutcome
{
    Kept,

    /// <summary>Another schedule has the name; nothing changed.</summary>
    NameTaken,
    NotFound,
}

namespace RedisPerf.Ledger;

/// <summary>The result of saving a schedule.</summary>
public enum ScheduleOutcome
{
    Saved,

    /// <summary>Another schedule has the name; nothing changed.</summary>
    NameTaken,
    NotFound,
}

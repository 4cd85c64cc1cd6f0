namespace RedisPerf.Core.Model;

public enum RunState
{
    /// <summary>Executed and verified.</summary>
    Ok,

    /// <summary>Kept with its reason; its time is no number.</summary>
    Failed,
    Cancelled,
}

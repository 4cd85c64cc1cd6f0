namespace RedisPerf.Core.Model;

public enum RunState
{
    /// <summary>Executed and verified.</summary>
    Ok,

    /// <summary>Kept with its reason and without a time.</summary>
    Failed,
    Cancelled,
}

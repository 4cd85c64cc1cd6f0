namespace RedisPerf.Core.Trends;

/// <summary>What was said of a night.</summary>
public enum NightState
{
    /// <summary>Too few comparable nights lie before it.</summary>
    Early,

    /// <summary>No case is slower than the nights before would have it.</summary>
    Usual,

    /// <summary>A case looks slower; its rerun is under way.</summary>
    Suspicious,

    /// <summary>A case looked slower, and the rerun did not say so too, or could not be had.</summary>
    Unconfirmed,

    /// <summary>A case is slower, and the rerun says so too.</summary>
    Slower,
}

namespace RedisPerf.Core.Model;

/// <summary>What a ratio's interval lets one say.</summary>
public enum Verdict
{
    Faster,
    Slower,

    /// <summary>The whole interval lies within ±3 % of 1.</summary>
    Same,

    /// <summary>The interval holds 1 and is wider than ±3 %, or there are fewer than three rounds.</summary>
    Unclear,
}

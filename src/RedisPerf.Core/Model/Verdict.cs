namespace RedisPerf.Core.Model;

/// <summary>The conclusion from a ratio's interval.</summary>
public enum Verdict
{
    Faster,
    Slower,

    /// <summary>The whole interval is within ±3% of 1.</summary>
    Same,

    /// <summary>The interval contains 1 and is wider than ±3%, or there are fewer than three rounds.</summary>
    Unclear,
}

namespace RedisPerf.Core.Trends;

/// <summary>Why an alert has ended.</summary>
public enum Resolution
{
    /// <summary>Two nights running lay nearer to the old level than to the slow one.</summary>
    Returned,

    /// <summary>Somebody took the slow level for the new one: the comparison starts anew with its first night.</summary>
    NewBaseline,

    /// <summary>The environment or the options changed: the nights are comparable no more.</summary>
    Changed,
}

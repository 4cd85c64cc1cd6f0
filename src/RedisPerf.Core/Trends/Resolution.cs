namespace RedisPerf.Core.Trends;

/// <summary>Why an alert has ended.</summary>
public enum Resolution
{
    /// <summary>Two nights running lay nearer to the old level than to the slow one.</summary>
    Returned,

    /// <summary>Somebody took the slow level for the new one: the comparison starts anew with its first night.</summary>
    NewBaseline,

    /// <summary>The environment or the options changed, or the strategy is measured no more: the nights are comparable no more.</summary>
    Changed,

    /// <summary>The nights before it are kept no more: there is nothing to hold it against, and the level starts anew with its first night.</summary>
    Forgotten,
}

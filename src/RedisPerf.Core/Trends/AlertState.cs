namespace RedisPerf.Core.Trends;

/// <summary>Where an alert stands. All but the last one last.</summary>
public enum AlertState
{
    Open,

    /// <summary>Somebody knows of it; it ends by itself.</summary>
    Acknowledged,

    /// <summary>Not to be heard of for some days: the first slow night after them opens it again.</summary>
    Silenced,

    /// <summary>It has ended; its resolution says why.</summary>
    Resolved,
}

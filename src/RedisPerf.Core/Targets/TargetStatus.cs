namespace RedisPerf.Core.Targets;

public enum TargetStatus
{
    /// <summary>Answers now.</summary>
    Ready,

    /// <summary>Starts when a job needs it.</summary>
    Startable,

    /// <summary>Cannot be used; the description has the reason.</summary>
    Unavailable,
}

namespace RedisPerf.Core.Targets;

public enum TargetStatus
{
    /// <summary>Answers now.</summary>
    Ready,

    /// <summary>Is started when a job asks for it.</summary>
    Startable,

    /// <summary>Cannot be used; the description's reason says why.</summary>
    Unavailable,
}

namespace RedisPerf.Core.Targets;

/// <summary>How a target is reached or started.</summary>
public enum TargetSource
{
    /// <summary>The server that comes with RedisPerf, started by us.</summary>
    Embedded,

    /// <summary>A server program found on this machine's PATH, started by us.</summary>
    Local,

    /// <summary>A container, started by us.</summary>
    Docker,

    /// <summary>Somebody's running server, named in the configuration.</summary>
    Configured,
}

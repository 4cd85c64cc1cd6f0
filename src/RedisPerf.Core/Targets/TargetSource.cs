namespace RedisPerf.Core.Targets;

/// <summary>How a target is reached or started.</summary>
public enum TargetSource
{
    /// <summary>The server that comes with RedisPerf, which starts it.</summary>
    Embedded,

    /// <summary>A server program on this machine's PATH that RedisPerf starts.</summary>
    Local,

    /// <summary>A container that RedisPerf starts.</summary>
    Docker,

    /// <summary>An existing server from the configuration.</summary>
    Configured,
}

namespace RedisPerf.Core.Targets;

/// <summary>A target of the configuration.</summary>
public sealed class ConfiguredTargetOptions
{
    /// <summary>Its name in requests: letters, digits, dots, dashes and underscores.</summary>
    public string Name { get; set; } = "";

    /// <summary>A StackExchange.Redis connection string of one server. It may have a password, and is never shown.</summary>
    public string Connection { get; set; } = "";
}

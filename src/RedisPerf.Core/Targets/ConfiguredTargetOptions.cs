namespace RedisPerf.Core.Targets;

/// <summary>A target as the configuration names it.</summary>
public sealed class ConfiguredTargetOptions
{
    /// <summary>Its name in requests: letters, digits, dots, dashes and underscores.</summary>
    public string Name { get; set; } = "";

    /// <summary>A StackExchange.Redis connection string of one server. May hold a password: never to be shown.</summary>
    public string Connection { get; set; } = "";
}

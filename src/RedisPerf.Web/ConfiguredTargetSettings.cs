namespace RedisPerf.Web;

/// <summary>One entry of <c>RedisPerf:Targets</c>.</summary>
public sealed class ConfiguredTargetSettings
{
    public string Name { get; set; } = "";

    /// <summary>A StackExchange.Redis connection string; may hold a password, so it is never shown.</summary>
    public string Connection { get; set; } = "";
}

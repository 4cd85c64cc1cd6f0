namespace RedisPerf.Core.Model;

/// <summary>The names of strategies: <c>batch</c> for one of RedisPerf, <c>my/writer</c> for one of the plug-in <c>my</c>.</summary>
public static class StrategyName
{
    /// <summary>The plug-in of a strategy; null for one of RedisPerf.</summary>
    public static string? PluginOf(string strategy) => strategy.Split('/') is [var plugin, _] ? plugin : null;
}

namespace RedisPerf.Core.Model;

/// <summary>A case that a target cannot run: known before the first run, so that none is made.</summary>
/// <param name="Strategy">The strategy's name.</param>
/// <param name="Target">The target's name.</param>
/// <param name="Point">Null when it cannot be run at any point.</param>
/// <param name="Reason">A sentence.</param>
public sealed record UnsupportedCase(string Strategy, string Target, long? Point, string Reason);

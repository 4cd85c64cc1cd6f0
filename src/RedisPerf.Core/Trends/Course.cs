namespace RedisPerf.Core.Trends;

/// <summary>How a case that became slower goes on.</summary>
/// <param name="Ratio">Over all nights since it became so.</param>
/// <param name="IsSlow">The last night lies nearer to the slow level than to the old one.</param>
/// <param name="HasReturned">Two nights running lie nearer to the old one.</param>
public sealed record Course(AlertRatio Ratio, bool IsSlow, bool HasReturned);

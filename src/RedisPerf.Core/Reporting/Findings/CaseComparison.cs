using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>One case in two jobs.</summary>
/// <param name="Strategy">The strategy's name, alike in both.</param>
/// <param name="Target">The target's name in the base job.</param>
/// <param name="Point">The point of the sweep, alike in both.</param>
/// <param name="Base">Null where the base job has no counted run of it.</param>
/// <param name="With">Null where the other job has none.</param>
/// <param name="Ratio">The other job's time over the base job's; null where one of the summaries is.</param>
public sealed record CaseComparison(string Strategy, string Target, long? Point, Summary? Base, Summary? With, Ratio? Ratio);

using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>A cost of the strategies in addition to their time, which is a part of the answer of a benchmark: memory per user. Less is
/// better.</summary>
/// <param name="Figure">The name of the column that shows it.</param>
/// <param name="Of">The cost of a run, in the same unit for all strategies at the same coordinates; null when the run does not have it.</param>
/// <param name="Unit">The text after a value of the column: <c> bytes per user</c>, <c>% of the bytes</c>.</param>
/// <param name="Lowest">The text after the strategy with the lowest cost: <c>needs the least memory</c>.</param>
public sealed record OtherCost(string Figure, Func<Run, double?> Of, string Unit, string Lowest);

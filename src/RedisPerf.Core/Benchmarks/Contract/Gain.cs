namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Strategies that do many operations at once, and the one that does each operation alone: how much the former gain is the answer of
/// a benchmark with this question. They do the same work.</summary>
/// <param name="Without">The name of the strategy that does each operation alone.</param>
/// <param name="Words">What that strategy does, for a sentence: <c>waiting for each reply</c>.</param>
/// <param name="With">The names of the others. The first one that a job measured is compared.</param>
public sealed record Gain(string Without, string Words, IReadOnlyList<string> With);

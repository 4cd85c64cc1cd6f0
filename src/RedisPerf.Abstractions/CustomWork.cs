namespace RedisPerf.Abstractions;

/// <summary>The work of a run of the benchmark <c>custom</c>. The options are properties of the strategy.</summary>
/// <param name="keyPrefix">The prefix of every key.</param>
/// <param name="seed">The option <c>seed</c>.</param>
public sealed class CustomWork(string keyPrefix, int seed)
{
    /// <summary>The prefix of every key that the strategy writes.</summary>
    public string KeyPrefix { get; } = keyPrefix;

    /// <summary>The option <c>seed</c>: equal values give equal data.</summary>
    public int Seed { get; } = seed;
}

/// <summary>What a run of the benchmark <c>custom</c> did.</summary>
/// <param name="Operations">Number of operations, at least 1: reads or writes.</param>
/// <param name="PayloadBytes">The bytes of the values that were read or written, without keys and protocol.</param>
public readonly record struct CustomResult(long Operations, long PayloadBytes);

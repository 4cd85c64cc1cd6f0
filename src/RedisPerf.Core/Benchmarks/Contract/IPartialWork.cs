namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The options of a benchmark that omits a combination of values which leaves a strategy nothing to measure, such as a batch that is
/// larger than the run.</summary>
public interface IPartialWork
{
    /// <summary>Why the combination is omitted; null when it is measured. It is an error when all combinations are omitted.</summary>
    /// <param name="nodes">Number of nodes that share the work.</param>
    /// <returns>The option, and the rest of a sentence that starts with its name.</returns>
    (string Option, string Predicate)? FindNoWork(int nodes);
}

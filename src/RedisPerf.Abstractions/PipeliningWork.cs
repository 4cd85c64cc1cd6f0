namespace RedisPerf.Abstractions;

/// <summary>The work of a run of the benchmark <c>pipelining</c>.</summary>
/// <param name="pairs">The keys with their values, in the order of writing.</param>
public sealed class PipeliningWork(IReadOnlyList<KeyValuePair<byte[], byte[]>> pairs)
{
    /// <summary>The keys with their values, in the order of writing. Several keys can have the same array, which must not be changed.</summary>
    public IReadOnlyList<KeyValuePair<byte[], byte[]>> Pairs { get; } = pairs;
}

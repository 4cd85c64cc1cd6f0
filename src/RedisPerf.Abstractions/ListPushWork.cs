namespace RedisPerf.Abstractions;

/// <summary>The work of a run of the benchmark <c>list-push</c>.</summary>
/// <param name="key">The key of the list.</param>
/// <param name="first">The first number.</param>
/// <param name="count">Number of numbers.</param>
public sealed class ListPushWork(byte[] key, int first, int count)
{
    /// <summary>The key of the list, which does not exist.</summary>
    public byte[] Key { get; } = key;

    /// <summary>The first number. It becomes the first element of the list, as decimal digits.</summary>
    public int First { get; } = first;

    /// <summary>Number of numbers. They ascend from the left end of the list.</summary>
    public int Count { get; } = count;
}

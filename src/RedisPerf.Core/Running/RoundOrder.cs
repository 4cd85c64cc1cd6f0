namespace RedisPerf.Core.Running;

/// <summary>The order of the cases in each round: shuffled, so that no case always follows the same other one, and the same
/// again for the same seed.</summary>
public sealed class RoundOrder(long seed)
{
    private readonly Random _random = new(unchecked((int)(seed ^ (seed >> 32))));

    public IReadOnlyList<T> Next<T>(IEnumerable<T> items)
    {
        var order = items.ToArray();
        _random.Shuffle(order);
        return order;
    }
}

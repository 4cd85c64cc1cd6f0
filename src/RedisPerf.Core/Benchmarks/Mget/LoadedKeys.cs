using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>One key per value, loaded with pipelined MSETs of 1,000 keys.</summary>
/// <param name="workload">The values.</param>
/// <param name="key">The key of a number.</param>
public sealed class LoadedKeys(MgetWorkload workload, Func<int, RedisKey> key) : LoadedValues(workload)
{
    public override Task RemoveAsync(CaseContext context, CancellationToken ct) =>
        context.Database.UnlinkAsync(Enumerable.Range(1, Workload.Options.Keys).Select(key), ct);

    protected override Task<RedisValue[]> ReadAsync(IDatabase database, int[] numbers) =>
        database.GetManyAsync(Array.ConvertAll(numbers, number => key(number)));

    protected override Task StoreAsync(IDatabase database, int[] numbers) =>
        database.SetManyAsync(Array.ConvertAll(numbers, number => KeyValuePair.Create(key(number), (RedisValue)MgetWorkload.Value(number))));
}

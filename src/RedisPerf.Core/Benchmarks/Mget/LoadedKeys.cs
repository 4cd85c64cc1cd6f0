using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>One key per value, loaded with pipelined MSETs of 1,000 keys.</summary>
public sealed class LoadedKeys(MgetWorkload workload) : LoadedValues(workload)
{
    public override Task RemoveAsync(CaseContext context, CancellationToken ct) =>
        context.Database.UnlinkAsync(Enumerable.Range(1, Workload.Options.Keys).Select(Workload.Key), ct);

    protected override Task<RedisValue[]> ReadAsync(IDatabase database, int[] numbers) =>
        database.StringGetAsync(Array.ConvertAll(numbers, Workload.Key));

    protected override Task StoreAsync(IDatabase database, int[] numbers) =>
        database.StringSetAsync(Array.ConvertAll(numbers, number => KeyValuePair.Create(Workload.Key(number), (RedisValue)MgetWorkload.Value(number))));
}

using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The same values as fields of one hash.</summary>
public sealed class LoadedHash(MgetWorkload workload) : LoadedValues(workload)
{
    public override Task RemoveAsync(CaseContext context, CancellationToken ct) =>
        context.Database.UnlinkAsync([Workload.Hash], ct);

    protected override Task ExpireAsync(IDatabase database, TimeSpan after) => database.KeyExpireAsync(Workload.Hash, after);

    protected override Task<RedisValue[]> ReadAsync(IDatabase database, int[] numbers) =>
        database.HashGetAsync(Workload.Hash, Array.ConvertAll(numbers, MgetWorkload.Field));

    protected override Task StoreAsync(IDatabase database, int[] numbers) =>
        database.HashSetAsync(
            Workload.Hash, Array.ConvertAll(numbers, number => new HashEntry(MgetWorkload.Field(number), MgetWorkload.Value(number))));
}

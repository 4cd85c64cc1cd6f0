using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>As <c>hget</c>, with the values in pooled memory: no array for each value.</summary>
public sealed class Lease(InsertWorkload workload) : DecodedRead(Info, workload, Batch.Create(workload), codec: null)
{
    public static StrategyInfo Info { get; } = new(
        "lease", "HGET, lease", "HGET of the JSON documents into pooled memory, without an array for each value.", typeof(Lease))
    {
        IsDefault = false,
        UseIt = HgetDecodeSnippets.Lease,
    };

    protected override async Task ReadAsync(IDatabase database, int index)
    {
        var field = Workload.Field(index);
        using var stored = await database.HashGetLeaseAsync(field.Key, field.Name);
        await Task.Run(() => Check(index, stored?.Memory));
    }
}

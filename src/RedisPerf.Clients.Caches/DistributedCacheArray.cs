using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Caches;

/// <summary>Each read returns a new array.</summary>
[Strategy("distributed", "IDistributedCache on Redis, with an array for each value.")]
public sealed class DistributedCacheArray : DistributedCacheStrategy
{
    public override async Task ExecuteAsync(CacheWork work, RunContext context, CancellationToken ct)
    {
        var value = await Cache!.GetAsync(work.Key, ct);
        if (value is null)
        {
            value = await work.LoadAsync(ct);
            await Cache.SetAsync(work.Key, value, Entry!, ct);
        }

        work.Read = value;
    }
}

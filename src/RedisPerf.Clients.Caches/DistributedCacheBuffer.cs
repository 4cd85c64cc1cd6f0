using Microsoft.Extensions.Caching.Distributed;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Caches;

/// <summary>A read copies the value into a buffer of the caller.</summary>
[Strategy("buffered", "IBufferDistributedCache on Redis, with a buffer for each caller.")]
public sealed class DistributedCacheBuffer : DistributedCacheStrategy
{
    public override async Task ExecuteAsync(CacheWork work, RunContext context, CancellationToken ct)
    {
        var (cache, buffer) = ((IBufferDistributedCache)Cache!, work.ClearBuffer());
        if (await cache.TryGetAsync(work.Key, buffer, ct))
        {
            work.Read = buffer.WrittenMemory;
            return;
        }

        var value = await work.LoadAsync(ct);
        await Cache!.SetAsync(work.Key, value, Entry!, ct);
        work.Read = value;
    }
}

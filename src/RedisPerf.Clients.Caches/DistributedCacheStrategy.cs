using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.StackExchangeRedis;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Caches;

/// <summary>The changes of the strategies that use <see cref="IDistributedCache"/> directly.</summary>
public abstract class DistributedCacheStrategy : CacheStrategy
{
    private protected RedisCache? Cache { get; private set; }

    private protected DistributedCacheEntryOptions? Entry { get; private set; }

    public override async Task SetupAsync(CacheWork work, RunContext context, CancellationToken ct) =>
        (Cache, Entry) = (await DistributedCaches.CreateAsync(context), new() { AbsoluteExpirationRelativeToNow = work.Expiry });

    public override Task ChangeAsync(CacheWork work, RunContext context, CancellationToken ct) => work.NewValue is { } value
        ? Cache!.SetAsync(work.Key, value, Entry!, ct)
        : Cache!.RemoveAsync(work.Key, ct);
}

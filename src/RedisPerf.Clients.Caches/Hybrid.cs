using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Caches;

/// <summary>A memory cache in each instance, in front of <see cref="IDistributedCache"/>. Callers of an instance share a read of the
/// source.</summary>
[Strategy("hybrid", "HybridCache: the memory of the instance, then IDistributedCache on Redis.")]
public sealed class Hybrid : CacheStrategy
{
    private HybridCache? _cache;
    private HybridCacheEntryOptions? _entry;

    public override async Task SetupAsync(CacheWork work, RunContext context, CancellationToken ct)
    {
        var services = new ServiceCollection();
        services.AddSingleton<IDistributedCache>(await DistributedCaches.CreateAsync(context));
        services.AddHybridCache();
        var provider = services.BuildServiceProvider();
        context.Add(provider);
        (_cache, _entry) =
            (provider.GetRequiredService<HybridCache>(), new() { Expiration = work.Expiry, LocalCacheExpiration = work.LocalExpiry });
    }

    public override async Task ExecuteAsync(CacheWork work, RunContext context, CancellationToken ct) =>
        work.Read = await _cache!.GetOrCreateAsync(
            work.Key, work, static (work, ct) => new ValueTask<byte[]>(work.LoadAsync(ct)), _entry, cancellationToken: ct);

    public override async Task ChangeAsync(CacheWork work, RunContext context, CancellationToken ct)
    {
        if (work.NewValue is { } value)
        {
            await _cache!.SetAsync(work.Key, value, _entry, cancellationToken: ct);
        }
        else
        {
            await _cache!.RemoveAsync(work.Key, ct);
        }
    }
}

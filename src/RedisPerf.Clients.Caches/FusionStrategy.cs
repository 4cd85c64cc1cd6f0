using RedisPerf.Abstractions;
using RedisPerf.StackExchange;
using StackExchange.Redis;
using ZiggyCreatures.Caching.Fusion;
using ZiggyCreatures.Caching.Fusion.Backplane.StackExchangeRedis;
using ZiggyCreatures.Caching.Fusion.Serialization.SystemTextJson;

namespace RedisPerf.Clients.Caches;

/// <summary>FusionCache: a memory cache in each instance, in front of IDistributedCache. Callers of an instance share a read of the source. A value
/// on the server is JSON, with the bytes in Base64.</summary>
/// <param name="hasBackplane">Whether the instances send each other messages about changes.</param>
public abstract class FusionStrategy(bool hasBackplane) : CacheStrategy
{
    private FusionCache? _cache;

    public override async Task SetupAsync(CacheWork work, RunContext context, CancellationToken ct)
    {
        _cache = context.Own(new FusionCache(new FusionCacheOptions
        {
            // The entries of tags would be keys without the prefix of the job.
            DisableTagging = true,
            DistributedCacheKeyModifierMode = CacheKeyModifierMode.None,
            BackplaneChannelPrefix = work.KeyPrefix,
            WaitForInitialBackplaneSubscribe = true,
            DefaultEntryOptions = new()
            {
                Duration = work.LocalExpiry,
                DistributedCacheDuration = work.Expiry,
                // A lost connection fails the run.
                ReThrowDistributedCacheExceptions = true,
                ReThrowSerializationExceptions = true,
            },
        }));
        _cache.SetupDistributedCache(await DistributedCaches.CreateAsync(context), new FusionCacheSystemTextJsonSerializer());
        if (hasBackplane)
        {
            var connection = (await context.OpenDatabaseAsync()).Multiplexer;
            _cache.SetupBackplane(new RedisBackplane(
                new RedisBackplaneOptions { ConnectionMultiplexerFactory = () => Task.FromResult<IConnectionMultiplexer>(connection) }));
        }
    }

    public override async Task ExecuteAsync(CacheWork work, RunContext context, CancellationToken ct) =>
        work.Read = await _cache!.GetOrSetAsync<byte[]>(work.Key, (_, ct) => work.LoadAsync(ct), token: ct);

    public override async Task ChangeAsync(CacheWork work, RunContext context, CancellationToken ct)
    {
        if (work.NewValue is { } value)
        {
            await _cache!.SetAsync(work.Key, value, token: ct);
        }
        else
        {
            await _cache!.RemoveAsync(work.Key, token: ct);
        }
    }
}

/// <inheritdoc/>
[Strategy("fusion", "FusionCache: the memory of the instance, then IDistributedCache on Redis.")]
public sealed class Fusion() : FusionStrategy(hasBackplane: false);

/// <inheritdoc/>
[Strategy("fusion-backplane", "FusionCache with a backplane: a change removes the value from the memory of the other instances.")]
public sealed class FusionBackplane() : FusionStrategy(hasBackplane: true);

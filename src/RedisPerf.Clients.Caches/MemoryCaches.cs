using Microsoft.Extensions.Caching.Memory;
using RedisPerf.Abstractions;
using RedisPerf.StackExchange;
using StackExchange.Redis;

namespace RedisPerf.Clients.Caches;

/// <summary>Each instance keeps the values in its memory for the time of the option <c>localSeconds</c>, and reads them from the server after it.
/// A change reaches the server and the instance that makes it; the others have the earlier value until it expires.</summary>
[Strategy("memory", "IMemoryCache with an expiry in front of GET, without messages between the instances.")]
public sealed class MemoryCaches : CacheStrategy
{
    private MemoryCache? _memory;
    private IDatabase? _database;

    public override async Task SetupAsync(CacheWork work, RunContext context, CancellationToken ct) =>
        (_memory, _database) = (context.Own(new MemoryCache(new MemoryCacheOptions())), await context.OpenDatabaseAsync());

    public override Task ExecuteAsync(CacheWork work, RunContext context, CancellationToken ct)
    {
        if (_memory!.TryGetValue(work.Key, out byte[]? value))
        {
            work.Read = value;
            return Task.CompletedTask;
        }

        return ReadAsync(work, ct);
    }

    public override async Task ChangeAsync(CacheWork work, RunContext context, CancellationToken ct)
    {
        if (work.NewValue is { } value)
        {
            await _database!.StringSetAsync(work.Key, value, work.Expiry);
            _memory!.Set(work.Key, value, work.LocalExpiry);
        }
        else
        {
            await _database!.KeyDeleteAsync(work.Key);
            _memory!.Remove(work.Key);
        }
    }

    private async Task ReadAsync(CacheWork work, CancellationToken ct)
    {
        var value = (byte[]?)await _database!.StringGetAsync(work.Key);
        if (value is null)
        {
            value = await work.LoadAsync(ct);
            await _database.StringSetAsync(work.Key, value, work.Expiry);
        }

        work.Read = _memory!.Set(work.Key, value, work.LocalExpiry);
    }
}

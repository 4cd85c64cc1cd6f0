using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.StackExchange;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>Each read is a GET. A value that is not on the server is read from the source and stored with an expiry.</summary>
public sealed class StringGet : CacheStrategy
{
    public static StrategyInfo Info { get; } = new(
        "string-get", "GET", "Each read is a GET. A value that is not on the server is read from the source and stored.", typeof(StringGet))
    {
        UseIt = CacheSnippets.StringGet,
    };

    private IDatabase? _database;

    public static CacheCase CreateCase(CacheWorkload workload) =>
        new(Info, workload, () => new StringGet()) { TrafficOf = calls => CacheTraffic.OfGets(workload, calls) };

    public override async Task SetupAsync(CacheWork work, RunContext context, CancellationToken ct) =>
        _database = await context.OpenDatabaseAsync();

    public override async Task ExecuteAsync(CacheWork work, RunContext context, CancellationToken ct)
    {
        var value = (byte[]?)await _database!.StringGetAsync(work.Key);
        if (value is null)
        {
            value = await work.LoadAsync(ct);
            await _database.StringSetAsync(work.Key, value, work.Expiry);
        }

        work.Read = value;
    }

    public override Task ChangeAsync(CacheWork work, RunContext context, CancellationToken ct) => work.NewValue is { } value
        ? _database!.StringSetAsync(work.Key, value, work.Expiry)
        : _database!.KeyDeleteAsync(work.Key);
}

using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>An estimate of how many users there are, within 12 KB however many: for whoever needs the count and no names.</summary>
/// <param name="database">Where.</param>
/// <param name="key">The HyperLogLog.</param>
public sealed class HyperLogLogStore(IDatabase database, string key) : IOnlineStore
{
    /// <summary>Of the count, as a share of it: 1.04 ÷ √16 384 registers.</summary>
    public const double StandardError = 1.04 / 128;

    public static StrategyInfo Info { get; } = new("hyperloglog", "HyperLogLog", "An estimate of the count within 12 KB; it knows no user by name.", typeof(HyperLogLogStore))
    {
        Needs = ["pfadd", "pfcount"],
    };

    public Task StoreAsync(OnlineUser user) => database.HyperLogLogAddAsync(key, user.Id);

    public Task BatchStoreAsync(IReadOnlyList<OnlineUser> users) =>
        database.HyperLogLogAddAsync(key, [.. users.Select(user => (RedisValue)user.Id)]);

    public Task<long> CountAsync() => database.HyperLogLogLengthAsync(key);

    public async Task<IReadOnlyList<OnlineUser>> GetAndClearAsync(string takenAs)
    {
        await database.UnlinkAsync(key);
        return [];
    }
}

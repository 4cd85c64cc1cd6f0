using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>An estimate of the number of users in at most 12 KB, for applications that need the count and not the users.</summary>
/// <param name="database">The server.</param>
/// <param name="key">The key of the HyperLogLog.</param>
public sealed class HyperLogLogStore(IDatabase database, string key) : IOnlineStore
{
    /// <summary>Relative standard error of the count: 1.04 ÷ √16,384 registers.</summary>
    public const double StandardError = 1.04 / 128;

    public static StrategyInfo Info { get; } = new(
        "hyperloglog", "HyperLogLog", "An estimate of the count in at most 12 KB; it does not store the users.", typeof(HyperLogLogStore))
    {
        Needs = ["pfadd", "pfcount"],
        UseIt = OnlineUsersSnippets.HyperLogLog,
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

using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>One sorted set: a member for each user, its score the second at which they were seen last. It alone can be asked who was seen since.</summary>
/// <param name="database">Where.</param>
/// <param name="key">The sorted set.</param>
public sealed class SortedSetStore(IDatabase database, string key) : IOnlineStore
{
    private const int UsersPerRange = 10_000;

    public static StrategyInfo Info { get; } = new("sorted-set", "Sorted Set", "One sorted set, its members ordered by the second at which they were seen last.", typeof(SortedSetStore));

    public Task StoreAsync(OnlineUser user) => database.SortedSetAddAsync(key, user.Id, user.SeenAt);

    public Task BatchStoreAsync(IReadOnlyList<OnlineUser> users) =>
        database.SortedSetAddAsync(key, [.. users.Select(user => new SortedSetEntry(user.Id, user.SeenAt))]);

    public Task<long> CountAsync() => database.SortedSetLengthAsync(key);

    public async Task<IReadOnlyList<OnlineUser>> GetAndClearAsync(string takenAs)
    {
        var taken = $"{key}:{takenAs}";
        if (!await database.MoveAsideAsync(key, taken))
        {
            return [];
        }

        // In parts: one reply with millions of users would keep the server from everybody else.
        var users = new List<OnlineUser>();
        SortedSetEntry[] part;
        do
        {
            part = await database.SortedSetRangeByRankWithScoresAsync(taken, users.Count, users.Count + UsersPerRange - 1);
            users.AddRange(part.Select(entry => new OnlineUser((long)entry.Element, (long)entry.Score)));
        }
        while (part.Length == UsersPerRange);

        await database.UnlinkAsync(taken);
        return users;
    }
}

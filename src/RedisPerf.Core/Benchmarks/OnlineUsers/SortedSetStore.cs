using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>One sorted set with a member per user; the score is the second at which the user was last seen. The only store
/// with queries by time.</summary>
/// <param name="database">The server.</param>
/// <param name="key">The key of the sorted set.</param>
public sealed class SortedSetStore(IDatabase database, string key) : IOnlineStore
{
    private const int UsersPerRange = 10_000;

    public static StrategyInfo Info { get; } = new("sorted-set", "Sorted Set",
        "One sorted set with a member per user, ordered by the second at which the user was last seen.", typeof(SortedSetStore))
    {
        UseIt = OnlineUsersSnippets.SortedSet,
    };

    public Task StoreAsync(OnlineUser user) => database.SortedSetAddAsync(key, user.Id, user.SeenAt);

    public Task BatchStoreAsync(IReadOnlyList<OnlineUser> users) =>
        database.SortedSetAddAsync(key, [.. users.Select(user => new SortedSetEntry(user.Id, user.SeenAt))]);

    public Task<long> CountAsync() => database.SortedSetLengthAsync(key);

    public async Task<IReadOnlyList<OnlineUser>> GetAndClearAsync(string takenAs)
    {
        var taken = $"{key}:{takenAs}";
        if (!await database.TryRenameAsync(key, taken))
        {
            return [];
        }

        // In parts: a reply with millions of users would block other clients.
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

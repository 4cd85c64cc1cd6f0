using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>One hash with a field per user; the value is the second at which the user was last seen.</summary>
/// <param name="database">The server.</param>
/// <param name="key">The key of the hash.</param>
public sealed class HashStore(IDatabase database, string key) : IOnlineStore
{
    private const int UsersPerScan = 10_000;

    public static StrategyInfo Info { get; } = new(
        "hash", "Hash", "One hash with a field per user; the value is the second at which the user was last seen.", typeof(HashStore))
    {
        UseIt = OnlineUsersSnippets.Hash,
    };

    public Task StoreAsync(OnlineUser user) => database.HashSetAsync(key, user.Id, user.SeenAt);

    public Task BatchStoreAsync(IReadOnlyList<OnlineUser> users) =>
        database.HashSetAsync(key, [.. users.Select(user => new HashEntry(user.Id, user.SeenAt))]);

    public Task<long> CountAsync() => database.HashLengthAsync(key);

    public async Task<IReadOnlyList<OnlineUser>> GetAndClearAsync(string takenAs)
    {
        var taken = $"{key}:{takenAs}";
        if (!await database.TryRenameAsync(key, taken))
        {
            return [];
        }

        // In parts: a reply with millions of users would block other clients.
        var users = new List<OnlineUser>();
        var cursor = "0";
        do
        {
            var part = (RedisResult[])(await database.ExecuteAsync("HSCAN", (RedisKey)taken, cursor, "COUNT", UsersPerScan))!;
            cursor = (string)part[0]!;
            var fields = (RedisValue[])part[1]!;
            users.AddRange(fields.Chunk(2).Select(field => new OnlineUser((long)field[0], (long)field[1])));
        }
        while (cursor != "0");

        await database.UnlinkAsync(taken);
        return users;
    }
}

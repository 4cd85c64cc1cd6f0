using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>One bit per user, at the offset of the user's number. It stores who is online without a time. Its size in bytes is an eighth of
/// the highest number, regardless of how many users are online. The highest number is 4,294,967,295.</summary>
/// <param name="database">The server.</param>
/// <param name="key">The key of the bitmap.</param>
public sealed class BitmapStore(IDatabase database, string key) : IOnlineStore
{
    private const int BytesPerRange = 64 << 10;

    public static StrategyInfo Info { get; } = new(
        "bitmap", "Bitmap", "One bit per user at the offset of the user's number; it stores no time.", typeof(BitmapStore))
    {
        Needs = ["setbit", "bitfield", "bitcount"],
        UseIt = OnlineUsersSnippets.Bitmap,
    };

    public Task StoreAsync(OnlineUser user) => database.StringSetBitAsync(key, user.Id, true);

    public Task BatchStoreAsync(IReadOnlyList<OnlineUser> users) =>
        database.ExecuteAsync("BITFIELD", [(RedisKey)key, .. users.SelectMany(user => new object[] { "SET", "u1", user.Id, 1 })]);

    public Task<long> CountAsync() => database.StringBitCountAsync(key);

    public async Task<IReadOnlyList<OnlineUser>> GetAndClearAsync(string takenAs)
    {
        var taken = $"{key}:{takenAs}";
        if (!await database.TryRenameAsync(key, taken))
        {
            return [];
        }

        var users = new List<OnlineUser>();
        byte[] part;
        var first = 0L;
        do
        {
            part = (byte[]?)await database.StringGetRangeAsync(taken, first, first + BytesPerRange - 1) ?? [];
            for (var index = 0; index < part.Length; index++)
            {
                // Bit 0 is the most significant bit of the first byte.
                for (int bits = part[index], bit = 0; bits != 0; bits = (bits << 1) & 0xFF, bit++)
                {
                    if ((bits & 0x80) != 0)
                    {
                        users.Add(new(((first + index) * 8) + bit, 0));
                    }
                }
            }

            first += part.Length;
        }
        while (part.Length == BytesPerRange);

        await database.UnlinkAsync(taken);
        return users;
    }
}

using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>The code of the strategies of <c>online-users</c> for a program of a user: it stores users and counts them.</summary>
public static class OnlineUsersSnippets
{
    private const string Users = "IDatabase db, RedisKey key, IEnumerable<(long Id, long UnixSeconds)> users";

    /// <summary>Bytes of a user in a command: two numbers with their lengths.</summary>
    private const int BytesPerUser = 32;

    private const string NoTime = "It stores no times, so users who were not seen for a while cannot be removed.";

    public static Snippet Hash { get; } = Of(
        """
        var fields = some.Select(user => new HashEntry(user.Id, user.UnixSeconds));
        replies.Enqueue(db.HashSetAsync(key, [.. fields]));
        """,
        "var online = await db.HashLengthAsync(key);",
        "A query by time reads all users.");

    public static Snippet SortedSet { get; } = Of(
        """
        var members = some.Select(user => new SortedSetEntry(user.Id, user.UnixSeconds));
        replies.Enqueue(db.SortedSetAddAsync(key, [.. members]));
        """,
        "var online = await db.SortedSetLengthAsync(key);",
        "It takes the most memory per user, because it is also ordered by time.");

    public static Snippet HalfHourSet { get; } = Of(
        """
        var parts = some.GroupBy(user => user.UnixSeconds / 1_800, user => (RedisValue)user.Id);
        var sets = parts.Select(part => db.SetAddAsync($"{key}:{part.Key}", [.. part]));
        replies.Enqueue(Task.WhenAll(sets));
        replies.Enqueue(db.SetAddAsync(key, [.. parts.Select(part => (RedisValue)part.Key)]));
        """,
        """
        var times = await db.SetMembersAsync(key);
        var online = (await Task.WhenAll(times.Select(part => db.SetLengthAsync($"{key}:{part}")))).Sum();
        """,
        "A user who is seen in two half hours is counted twice, and times are rounded to half an hour.",
        "It uses several keys: the count is not of one moment.");

    public static Snippet Bitmap { get; } = Of(
        """
        var bits = some.SelectMany(user => new object[] { "SET", "u1", user.Id, 1 });
        replies.Enqueue(db.ExecuteAsync("BITFIELD", [key, .. bits]));
        """,
        "var online = await db.StringBitCountAsync(key);",
        NoTime,
        "It takes an eighth of the highest ID in bytes, however few users are online; the highest ID is 4,294,967,295.");

    public static Snippet HyperLogLog { get; } = Of(
        "replies.Enqueue(db.HyperLogLogAddAsync(key, [.. some.Select(user => (RedisValue)user.Id)]));",
        "var online = await db.HyperLogLogLengthAsync(key);",
        "The count is an estimate with a standard error of 0.81%.",
        "It cannot list or remove users.",
        NoTime);

    private static Snippet Of(string store, string count, params IReadOnlyList<string> givenUp) => Snippet.Of<OnlineUsersOptions>(
        Users,
        (options, _) => $$"""
            var replies = new Queue<Task>();
            foreach (var some in users.Chunk({{options.UsersPerCommand:N0}}))
            {
                while (replies.Count >= {{InFlight(options):N0}})
                {
                    await replies.Dequeue();
                }

                {{store.ReplaceLineEndings("\n    ")}}
            }

            await Task.WhenAll(replies);
            {{count}}
            """,
        givenUp) with
    {
        Result = "online",
    };

    // One by one, each command waits for the previous reply.
    private static long InFlight(OnlineUsersOptions options) =>
        options.Mode == StoreMode.Sequence ? 1 : Snippet.CallsInFlight(options.WindowBytes, BytesPerUser * options.UsersPerCommand);
}

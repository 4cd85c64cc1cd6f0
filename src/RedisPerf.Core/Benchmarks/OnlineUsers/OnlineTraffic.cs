using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>The traffic of a run, by the commands that carry its users.</summary>
internal static class OnlineTraffic
{
    /// <summary>HSET with a field and value per user; with several fields the client sends HMSET.</summary>
    public static Traffic OfHash(OnlineUsersWorkload workload, string key) =>
        OfCommands(
            workload, workload.Options.Mode == StoreMode.Sequence ? "HSET" : "HMSET", "hset", key, 2, user => IdLength(user) + TimeLength(user));

    /// <summary>ZADD with a score and member per user.</summary>
    public static Traffic OfSortedSet(OnlineUsersWorkload workload, string key) =>
        OfCommands(workload, "ZADD", "zadd", key, 2, user => TimeLength(user) + IdLength(user));

    /// <summary>BITFIELD with SET, u1, the offset and 1 per user; SETBIT for single users.</summary>
    public static Traffic OfBitmap(OnlineUsersWorkload workload, string key) => workload.Options.Mode == StoreMode.Sequence
        ? OfCommands(workload, "SETBIT", "setbit", key, 2, user => IdLength(user) + RespLength.Bulk(1))
        : OfCommands(workload, "BITFIELD", "bitfield", key, 4,
            user => RespLength.Bulk("SET".Length) + RespLength.Bulk("u1".Length) + IdLength(user) + RespLength.Bulk(1));

    /// <summary>PFADD with one element per user.</summary>
    public static Traffic OfHyperLogLog(OnlineUsersWorkload workload, string key) => OfCommands(workload, "PFADD", "pfadd", key, 1, IdLength);

    /// <summary>One SADD for the users of each half hour, and one for the list of half hours.</summary>
    public static Traffic OfHalfHourSets(OnlineUsersWorkload workload, string key)
    {
        var (bytes, adds) = (0L, 0L);
        foreach (var users in workload.Batches())
        {
            var halfHours = users.GroupBy(user => user.SeenAt / HalfHourSetStore.HalfHour).ToArray();
            bytes += OfAdd(key.Length, halfHours.Length, halfHours.Sum(halfHour => RespLength.Bulk(RespLength.Digits(halfHour.Key))));
            bytes += halfHours.Sum(halfHour => OfAdd(key.Length + 1 + RespLength.Digits(halfHour.Key), halfHour.Count(), halfHour.Sum(IdLength)));
            adds += 1 + halfHours.Length;
        }

        return Traffic.Of(bytes, ("sadd", adds));
    }

    private static Traffic OfCommands(
        OnlineUsersWorkload workload, string word, string command, string key, int wordsOfUser, Func<OnlineUser, long> lengthOfUser)
    {
        var (bytes, commands) = (0L, 0L);
        foreach (var users in workload.Batches())
        {
            bytes += RespLength.ArrayHeader(2 + (wordsOfUser * users.Length)) + RespLength.Bulk(word.Length) + RespLength.Bulk(key.Length)
                + users.Sum(lengthOfUser);
            commands++;
        }

        return Traffic.Of(bytes, (command, commands));
    }

    private static long OfAdd(int keyLength, int members, long lengthOfMembers) =>
        RespLength.ArrayHeader(2 + members) + RespLength.Bulk("SADD".Length) + RespLength.Bulk(keyLength) + lengthOfMembers;

    private static long IdLength(OnlineUser user) => RespLength.Bulk(RespLength.Digits(user.Id));

    private static long TimeLength(OnlineUser user) => RespLength.Bulk(RespLength.Digits(user.SeenAt));
}

using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>
/// A set for each half hour, with the users that were seen in it; one that was seen in two of them counts twice. Which
/// half hours there are stands in a small set of its own: KEYS would look at every key of the server, and Dragonfly stops
/// it after 8 192 of them.
/// </summary>
/// <param name="database">Where.</param>
/// <param name="key">The small set; the others' names begin with it.</param>
public sealed class HalfHourSetStore(IDatabase database, string key) : IOnlineStore
{
    /// <summary>Seconds.</summary>
    public const long HalfHour = 1_800;

    public static StrategyInfo Info { get; } = new("set", "Set by half hour", "A set of users for each half hour, and a small set that lists the half hours.", typeof(HalfHourSetStore));

    public Task StoreAsync(OnlineUser user) => BatchStoreAsync([user]);

    public Task BatchStoreAsync(IReadOnlyList<OnlineUser> users)
    {
        var halfHours = users.ToLookup(user => user.SeenAt / HalfHour);
        var stored = halfHours.Select(halfHour => database.SetAddAsync(KeyOf(halfHour.Key), [.. halfHour.Select(user => (RedisValue)user.Id)])).ToList();

        // Listed last: a half hour that somebody clears in between stands in the list again afterwards. It takes a server
        // that carries out a connection's commands in their order, as all but a Dragonfly under long pipelines do
        // (github.com/dragonflydb/dragonfly/pull/2011); there, MULTI around them does the same for three commands more.
        stored.Add(database.SetAddAsync(key, [.. halfHours.Select(halfHour => (RedisValue)halfHour.Key)]));
        return Task.WhenAll(stored);
    }

    public async Task<long> CountAsync()
    {
        var halfHours = await database.SetMembersAsync(key);
        var counts = await Task.WhenAll(halfHours.Select(halfHour => database.SetLengthAsync(KeyOf((long)halfHour))));
        return counts.Sum();
    }

    public async Task<IReadOnlyList<OnlineUser>> GetAndClearAsync(string takenAs)
    {
        var users = new List<OnlineUser>();
        foreach (long halfHour in await database.SetMembersAsync(key))
        {
            var taken = $"{KeyOf(halfHour)}:{takenAs}";
            if (!await MoveAsideAsync(halfHour, taken))
            {
                continue;
            }

            var members = await database.SetMembersAsync(taken);
            users.AddRange(members.Select(id => new OnlineUser((long)id, halfHour * HalfHour)));
            await database.UnlinkAsync(taken);
        }

        return users;
    }

    /// <summary>The set of a half hour, which is Unix seconds over 1 800.</summary>
    public string KeyOf(long halfHour) => $"{key}:{halfHour}";

    // Out of the list in the same step: what is stored in this half hour afterwards is listed afterwards.
    private async Task<bool> MoveAsideAsync(long halfHour, RedisKey taken)
    {
        var transaction = database.CreateTransaction();
        var moved = transaction.KeyRenameAsync(KeyOf(halfHour), taken);
        _ = transaction.SetRemoveAsync(key, halfHour);
        await transaction.ExecuteAsync();
        try
        {
            return await moved;
        }
        catch (RedisServerException exception) when (MovingAside.IsNoSuchKey(exception))
        {
            return false;
        }
    }
}

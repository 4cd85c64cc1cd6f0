using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>One set per half hour with the users seen in it. A user seen in two half hours counts twice. A separate small set lists the
/// half hours, because KEYS scans every key of the server, and Dragonfly returns only 8,192 of them.</summary>
/// <param name="database">The server.</param>
/// <param name="key">The key of the small set and prefix of the other sets' keys.</param>
public sealed class HalfHourSetStore(IDatabase database, string key) : IOnlineStore
{
    /// <summary>Seconds.</summary>
    public const long HalfHour = 1_800;

    public static StrategyInfo Info { get; } = new(
        "set", "Set by half hour", "One set of users per half hour, and a small set that lists the half hours.", typeof(HalfHourSetStore))
    {
        UseIt = OnlineUsersSnippets.HalfHourSet,
    };

    public Task StoreAsync(OnlineUser user) => BatchStoreAsync([user]);

    public Task BatchStoreAsync(IReadOnlyList<OnlineUser> users)
    {
        var halfHours = users.ToLookup(user => user.SeenAt / HalfHour);
        var stored =
            halfHours.Select(halfHour => database.SetAddAsync(KeyOf(halfHour.Key), [.. halfHour.Select(user => (RedisValue)user.Id)])).ToList();

        // The list is written last: a half hour that another client clears in between is listed again afterwards. This
        // requires a server that runs the commands of a connection in order. All do, except a Dragonfly with long pipelines
        // (github.com/dragonflydb/dragonfly/pull/2011), where MULTI would give the same for three more commands.
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
            if (!await TryRenameAsync(halfHour, taken))
            {
                continue;
            }

            var members = await database.SetMembersAsync(taken);
            users.AddRange(members.Select(id => new OnlineUser((long)id, halfHour * HalfHour)));
            await database.UnlinkAsync(taken);
        }

        return users;
    }

    /// <summary>The key of the set of a half hour, given as Unix seconds divided by 1,800.</summary>
    public string KeyOf(long halfHour) => $"{key}:{halfHour}";

    // Removed from the list in the same step: users stored later in this half hour add it to the list again.
    private async Task<bool> TryRenameAsync(long halfHour, RedisKey taken)
    {
        var transaction = database.CreateTransaction();
        var moved = transaction.KeyRenameAsync(KeyOf(halfHour), taken);
        _ = transaction.SetRemoveAsync(key, halfHour);
        await transaction.ExecuteAsync();
        try
        {
            return await moved;
        }
        catch (RedisServerException exception) when (KeyRenaming.IsNoSuchKey(exception))
        {
            return false;
        }
    }
}

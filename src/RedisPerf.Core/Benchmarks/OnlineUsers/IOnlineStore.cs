namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>Keeps who is online. Safe for many callers at once, on many machines where a server keeps the users.</summary>
public interface IOnlineStore
{
    /// <summary>A user was seen; a later time takes the place of an earlier one.</summary>
    Task StoreAsync(OnlineUser user);

    /// <summary>Many users were seen: the same in one command.</summary>
    Task BatchStoreAsync(IReadOnlyList<OnlineUser> users);

    /// <summary>How many users there are.</summary>
    Task<long> CountAsync();

    /// <summary>
    /// Takes all users out, to be kept elsewhere. One that is stored meanwhile is either among them or still there
    /// afterwards; of a store that only counts, nobody comes out.
    /// </summary>
    /// <param name="takenAs">
    /// A word that no other call uses. The users are moved aside under it and removed when they were all read: if this
    /// process dies in between, there they are.
    /// </param>
    Task<IReadOnlyList<OnlineUser>> GetAndClearAsync(string takenAs);
}

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>Stores who is online. Safe for concurrent callers; with a server, also on many machines.</summary>
public interface IOnlineStore
{
    /// <summary>Stores that a user was seen. A later time replaces an earlier one.</summary>
    Task StoreAsync(OnlineUser user);

    /// <summary>Stores that many users were seen, with one command.</summary>
    Task BatchStoreAsync(IReadOnlyList<OnlineUser> users);

    /// <summary>Returns the number of users.</summary>
    Task<long> CountAsync();

    /// <summary>Removes and returns all users. A user that is stored at the same time is either returned or still in the store afterwards.
    /// A store that only counts returns no users.</summary>
    /// <param name="takenAs">A name that no other call uses. The users are renamed to it and removed after all are read: if this process
    /// ends in between, the data is still there.</param>
    Task<IReadOnlyList<OnlineUser>> GetAndClearAsync(string takenAs);
}

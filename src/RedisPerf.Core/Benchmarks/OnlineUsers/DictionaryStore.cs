using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>A dictionary in this process with a lock: the cost of storing online users without a server, for one process and its lifetime.</summary>
public sealed class DictionaryStore() : IOnlineStore
{
    private readonly Lock _lock = new();
    private Dictionary<long, long> _seenAt = [];

    public static StrategyInfo Info { get; } = new(
        "dictionary", "In-process dictionary", "A dictionary in this process with a lock: no server, no network.", typeof(DictionaryStore))
    {
        IsDefault = false,
        IsFloor = true,
    };

    public Task StoreAsync(OnlineUser user)
    {
        lock (_lock)
        {
            _seenAt[user.Id] = user.SeenAt;
        }

        return Task.CompletedTask;
    }

    public Task BatchStoreAsync(IReadOnlyList<OnlineUser> users)
    {
        lock (_lock)
        {
            foreach (var user in users)
            {
                _seenAt[user.Id] = user.SeenAt;
            }
        }

        return Task.CompletedTask;
    }

    public Task<long> CountAsync()
    {
        lock (_lock)
        {
            return Task.FromResult((long)_seenAt.Count);
        }
    }

    public Task<IReadOnlyList<OnlineUser>> GetAndClearAsync(string takenAs)
    {
        Dictionary<long, long> taken;
        lock (_lock)
        {
            (taken, _seenAt) = (_seenAt, []);
        }

        return Task.FromResult<IReadOnlyList<OnlineUser>>([.. taken.Select(user => new OnlineUser(user.Key, user.Value))]);
    }
}

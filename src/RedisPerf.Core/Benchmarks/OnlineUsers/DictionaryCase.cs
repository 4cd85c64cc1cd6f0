using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>The case of the reference: both its store and its memory are in this process.</summary>
public sealed class DictionaryCase(OnlineStrategy strategy, OnlineUsersWorkload workload, string key) : OnlineUsersCase(strategy, workload, key)
{
    private DictionaryStore _store = new();
    private long _before;

    public override IReadOnlyList<string> Needs => [];

    /// <summary>There are no replies to wait for.</summary>
    public override TimeSpan ResponseTimeout => TimeSpan.FromMinutes(10);

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        _store = new();
        _before = GC.GetTotalMemory(forceFullCollection: true);
        return Task.CompletedTask;
    }

    public override Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        var taken = GC.GetTotalMemory(forceFullCollection: true) - _before;
        if (taken > 0)
        {
            context.Work.Measurements[OnlineUsersColumns.UsedMemory] = taken;
        }

        return base.VerifyAsync(context, ct);
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        _store = new();
        return Task.CompletedTask;
    }

    protected override IOnlineStore Open(IDatabase database) => _store;
}

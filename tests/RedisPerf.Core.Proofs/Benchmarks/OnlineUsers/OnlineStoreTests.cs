using System.Collections.Concurrent;
using RedisPerf.Core.Benchmarks.OnlineUsers;
using RedisPerf.Core.Tests.Benchmarks;

namespace RedisPerf.Core.Proofs.Benchmarks.OnlineUsers;

public sealed class EmbeddedOnlineStoreTests(EmbeddedServer server) : OnlineStoreContract(server), IClassFixture<EmbeddedServer>;

public sealed class OnlineStoreTests(RunningServer server) : OnlineStoreContract(server), IClassFixture<RunningServer>
{
    [Fact]
    public async Task Dictionary_loses_no_user()
    {
        var store = new DictionaryStore();
        var taken = new ConcurrentBag<OnlineUser>();
        async Task ClearAsync()
        {
            foreach (var user in await store.GetAndClearAsync("taken"))
            {
                taken.Add(user);
            }
        }

        await ShouldKeepEachUserAsync(() => store, ClearAsync, taken);
    }
}

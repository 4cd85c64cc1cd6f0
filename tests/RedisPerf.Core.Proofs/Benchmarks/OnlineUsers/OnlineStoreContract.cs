using System.Collections.Concurrent;
using RedisPerf.Core.Benchmarks.OnlineUsers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Benchmarks;
using StackExchange.Redis;

namespace RedisPerf.Core.Proofs.Benchmarks.OnlineUsers;

/// <summary>The guarantees of a store on a real server, with concurrent clients.</summary>
public abstract class OnlineStoreContract(EngineServer server)
{
    private const long Noon = 1_700_049_600;

    private const int Connections = 7;

    private static readonly Dictionary<string, Func<IDatabase, string, IOnlineStore>> Stores = new()
    {
        ["hash"] = (database, key) => new HashStore(database, key),
        ["sorted-set"] = (database, key) => new SortedSetStore(database, key),
        ["set"] = (database, key) => new HalfHourSetStore(database, key),
        ["bitmap"] = (database, key) => new BitmapStore(database, key),
        ["hyperloglog"] = (database, key) => new HyperLogLogStore(database, key),
    };

    public static TheoryData<string> All => [.. Stores.Keys];

    public static TheoryData<string> Naming => [.. Stores.Keys.Where(store => store != "hyperloglog")];

    [Theory]
    [MemberData(nameof(All))]
    public Task Empty_store_has_no_users(string store) => WithAsync(async open =>
    {
        var empty = open(store);

        (await empty.CountAsync()).ShouldBe(0);
        (await empty.GetAndClearAsync("taken")).ShouldBeEmpty();
    });

    [Theory]
    [MemberData(nameof(All))]
    public Task Counts_a_user_once_until_cleared(string store) => WithAsync(async open =>
    {
        var users = open(store);

        await users.StoreAsync(new(7, Noon));
        await users.StoreAsync(new(7, Noon + 1));
        await users.BatchStoreAsync([new(8, Noon), new(9, Noon), new(7, Noon + 2)]);
        await users.BatchStoreAsync([new(10, Noon)]);

        (await users.CountAsync()).ShouldBe(4);
        await users.GetAndClearAsync("taken");
        (await users.CountAsync()).ShouldBe(0);
    });

    [Theory]
    [InlineData("hash", 1, 1)]
    [InlineData("sorted-set", 1, 1)]
    [InlineData("set", 1_800, 1)]
    [InlineData("bitmap", 1, 0)]
    public Task Returns_users_with_the_stored_time(string store, long resolution, long kept) => WithAsync(async open =>
    {
        OnlineUser[] expected = [.. Enumerable.Range(0, 25_000).Select(number => new OnlineUser(5L * number, Noon + number))];
        var users = open(store);
        foreach (var part in expected.Chunk(4_000))
        {
            await users.BatchStoreAsync(part);
        }

        var taken = await users.GetAndClearAsync("taken");

        taken.OrderBy(user => user.Id).ShouldBe(expected.Select(user => user with { SeenAt = kept * (user.SeenAt / resolution * resolution) }));
    });

    [Theory]
    [MemberData(nameof(Naming))]
    public Task Loses_no_user_when_clients_store_and_clear_concurrently(string store) => WithAsync(async open =>
    {
        var taken = new ConcurrentBag<OnlineUser>();
        var calls = 0;
        async Task ClearAsync()
        {
            foreach (var user in await open(store).GetAndClearAsync($"taken{Interlocked.Increment(ref calls)}"))
            {
                taken.Add(user);
            }
        }

        await ShouldKeepEachUserAsync(() => open(store), ClearAsync, taken);
    });

    [Fact]
    public Task Finds_more_than_8192_half_hours() => WithAsync(async open =>
    {
        OnlineUser[] expected = [.. Enumerable.Range(0, 9_000).Select(number => new OnlineUser(number, Noon + (number * HalfHourSetStore.HalfHour)))];
        var users = open("set");
        await users.BatchStoreAsync(expected);

        (await users.CountAsync()).ShouldBe(9_000);
        (await users.GetAndClearAsync("taken")).OrderBy(user => user.Id).ShouldBe(expected);
    });

    // Two writers, one with single users and one with batches, on separate connections, and two clients that clear repeatedly.
    protected static async Task ShouldKeepEachUserAsync(Func<IOnlineStore> open, Func<Task> clearAsync, ConcurrentBag<OnlineUser> taken)
    {
        const int each = 3_000;
        var begun = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var someTaken = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var writers = Enumerable.Range(0, 4).Select(writer => Task.Run(
            async () =>
            {
                var store = open();
                OnlineUser[] users = [.. Enumerable.Range(0, each).Select(number => new OnlineUser((writer * each) + number, Noon + number))];
                foreach (var part in users.Chunk(writer % 2 == 0 ? 1 : 20))
                {
                    // Without this wait, a busy machine may store all users before it removes the first.
                    await (part[^1].Id % each < each / 2 ? begun : someTaken).Task;
                    await Task.Yield();
                    await (part.Length == 1 ? store.StoreAsync(part[0]) : store.BatchStoreAsync(part));
                }
            },
            Ct)).ToArray();
        var storing = Task.WhenAll(writers);
        var clearing = Enumerable.Range(0, 2).Select(_ => Task.Run(
            async () =>
            {
                while (!storing.IsCompleted)
                {
                    await clearAsync();
                    begun.TrySetResult();
                    if (!taken.IsEmpty)
                    {
                        someTaken.TrySetResult();
                    }

                    await Task.Yield();
                }
            },
            Ct)).ToArray();

        await storing;
        await Task.WhenAll(clearing);
        var before = taken.Select(user => user.Id).Distinct().Count();
        await clearAsync();

        taken.Select(user => user.Id).Order().ShouldBe(Enumerable.Range(0, 4 * each).Select(number => (long)number));
        before.ShouldBeGreaterThan(0, "some users were removed while others were stored");
        (await open().CountAsync()).ShouldBe(0);
    }

    // Each call opens the store on another connection.
    private async Task WithAsync(Func<Func<string, IOnlineStore>, Task> test)
    {
        var key = $"test:{Guid.NewGuid():N}";
        await using var running = await server.Target.OpenAsync(new(0), Ct);
        var connections = await Task.WhenAll(Enumerable.Range(0, Connections).Select(_ => running.ConnectAsync(TimeSpan.FromSeconds(20), Ct)));
        var opened = 0;
        try
        {
            // A continuation of the client runs on the client's thread, and the next step of the test must not block that thread.
            await Task.Run(() => test(name => Stores[name](connections[Interlocked.Increment(ref opened) % Connections].GetDatabase(), key)), Ct);
            (await server.KeysAsync(key + "*")).ShouldBeEmpty();
        }
        finally
        {
            foreach (var connection in connections)
            {
                await ClientConnector.CloseAsync(connection);
            }
        }
    }
}

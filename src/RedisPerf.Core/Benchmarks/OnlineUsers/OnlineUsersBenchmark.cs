using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>Online users: the time and memory per user of each data structure.</summary>
public sealed class OnlineUsersBenchmark : IBenchmark
{
    /// <summary>Four times the standard error of the algorithm: a larger error is not due to chance.</summary>
    private const double HyperLogLogBound = 4 * HyperLogLogStore.StandardError;

    /// <summary>A .NET dictionary of two longs while it grows: it has the old table and one of twice the size.</summary>
    private const long DictionaryBytesPerUser = 100;

    /// <summary>A user of a long command, as a part of a command.</summary>
    private const double CommandsPerUser = 0.5;

    /// <summary>A user in the dictionary of this process.</summary>
    private const double CommandsPerUserInMemory = 0.1;

    /// <summary>Server memory of the smallest job.</summary>
    private const long ServerBytes = 16 << 20;

    // Measured with a million users: Redis 7.0 took 72, 110, 57 and 3 bytes per user, Garnet 2.2 136, 160, 72 and 4. Added
    // are the second table of a growing hash table, and memory that the previous run freed and the server has not returned.
    private static readonly IReadOnlyList<OnlineStrategy> Strategies =
    [
        new(HashStore.Info, (database, key) => new HashStore(database, key), OnlineTraffic.OfHash, 200),
        new(SortedSetStore.Info, (database, key) => new SortedSetStore(database, key), OnlineTraffic.OfSortedSet, 240),
        new(HalfHourSetStore.Info, (database, key) => new HalfHourSetStore(database, key), OnlineTraffic.OfHalfHourSets, 120)
        {
            Kept = user => user with { SeenAt = user.SeenAt / HalfHourSetStore.HalfHour * HalfHourSetStore.HalfHour },
        },
        new(BitmapStore.Info, (database, key) => new BitmapStore(database, key), OnlineTraffic.OfBitmap, 10)
        { Kept = user => user with { SeenAt = 0 } },
        new(HyperLogLogStore.Info, (database, key) => new HyperLogLogStore(database, key), OnlineTraffic.OfHyperLogLog, 0)
        { Kept = null, CountError = HyperLogLogBound },
        new(DictionaryStore.Info, (_, _) => new DictionaryStore(), (_, _) => Traffic.None, 0),
    ];

    public BenchmarkInfo Info { get; } = new(
        "online-users",
        "Online users",
        "Which data structure is best for online users?",
        OptionsSchema.For<OnlineUsersOptions>(),
        [.. Strategies.Select(strategy => strategy.Info)])
    {
        Baseline = HashStore.Info.Name,
        TimePer = "user",
        Verb = "stored",
        Columns = OnlineUsersColumns.All,
        OtherCost = OnlineUsersColumns.Memory,
        Article = OnlineUsersArticle.Article,
        Presets =
        [
            Preset.Create(Preset.QuickLook, "Quick look", 3, new OnlineUsersOptions(), ("users", [1_000, 10_000])),
            Preset.Create(Preset.AsInTheArticle, "As in the article", 5,
                new OnlineUsersOptions { Mode = StoreMode.Sequence }, ("users", [1_000_000])),
            Preset.Create("memory-as-in-the-article", "Memory, as in the article", 1,
                new OnlineUsersOptions(), ("users", [1_000_000, 10_000_000, 25_000_000])),
            Preset.Create("stress-as-in-the-article", "Stress, as in the article", 1,
                new OnlineUsersOptions { Mode = StoreMode.Stress, Batches = 10_000, BatchSize = 10_000 }),
        ],
    };

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        return Variants.CreateCases<OnlineUsersOptions>(request, Info, (strategy, variant) =>
        {
            var options = variant.Options;
            if (options.Mode == StoreMode.Stress && options.Users != Variants.Of<OnlineUsersOptions>(request)[0].Options.Users)
            {
                return null;
            }

            var item = Case.Create(
                share => Create(Strategies.Single(each => each.Info == strategy), options, share), WorkShare.Whole, WorkShare.Of(request.LoadFrom));
            item.At = variant.At.With("users", Coordinates.TextOf(options.Total));
            return item;
        });

        OnlineUsersCase Create(OnlineStrategy strategy, OnlineUsersOptions options, WorkShare share)
        {
            var workload = new OnlineUsersWorkload(options, options.Total, share);
            var key = $"{share.PrefixOf(keyPrefix)}online:{strategy.Info.Name}";
            return strategy.Info.IsFloor ? new DictionaryCase(strategy, workload, key) : new OnlineUsersCase(strategy, workload, key);
        }
    }

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<OnlineUsersOptions>(at);
        var waits = options.Mode == StoreMode.Sequence && !strategy.IsFloor;
        return new()
        {
            RoundTrips = waits ? options.Total : 0,
            Commands = waits ? 0 : options.Total * (strategy.IsFloor ? CommandsPerUserInMemory : CommandsPerUser),
            CheckedCommands = options.Total * CommandsPerUser,
        };
    }

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<OnlineUsersOptions>(at);
        var users = (long)options.Total;
        var server = ServerBytes + (long)(users * Strategies.Where(strategy => request.Strategies.Contains(strategy.Info.Name)).Max(strategy =>
            strategy.ServerBytesPerUser));
        return new(
            users * OnlineUsersWorkload.PayloadBytesPerUser,
            server,
            // The dictionary's run uses no server memory.
            Math.Max(2L * options.WindowBytes, (users * DictionaryBytesPerUser) - server),
            options.Mode == StoreMode.Stress
                ? OptionsSchema.NameOf(nameof(OnlineUsersOptions.Batches))
                : OptionsSchema.NameOf(nameof(OnlineUsersOptions.Users)));
    }
}

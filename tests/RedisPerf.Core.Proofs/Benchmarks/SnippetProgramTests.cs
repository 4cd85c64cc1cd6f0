using System.Text;
using MessagePack;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.OnlineUsers;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Codecs;
using RedisPerf.Core.Tests.Targets;
using RedisPerf.Core.Tests.Targets.Started;
using StackExchange.Redis;

namespace RedisPerf.Core.Proofs.Benchmarks;

/// <summary>The snippet of each strategy compiles in a project that references the packages alone, and does what the strategy does.</summary>
public sealed class SnippetProgramTests
{
    private const int Documents = 250;

    private static readonly Dictionary<string, ICodec?> Codecs = new()
    {
        ["multi-exec"] = null,
        ["batch"] = null,
        ["hset"] = null,
        ["hsetex"] = null,
        ["lease"] = null,
        ["hgetex"] = null,
        ["lua"] = null,
        ["hget"] = null,
        ["gzip"] = new GzipCodec(),
        ["messagepack"] = new MessagePackCodec(),
        ["gzip-messagepack"] = new ChainedCodec(inner: new MessagePackCodec(), outer: new GzipCodec()),
        ["lz4"] = new Lz4Codec(),
        ["zstd"] = new ZstdCodec(),
        ["brotli"] = new BrotliCodec(),
        ["messagepack-lz4"] = new MessagePackLz4Codec(),
    };

    // Named by an ID, as users have it.
    private static readonly Dictionary<string, byte[]> Sent =
        Enumerable.Range(0, Documents).ToDictionary(number => $"{1_000 + (7 * number)}", number => PeopleDocument.Create(700 + number, number));

    [Fact]
    public Task Each_snippet_runs_in_a_project_with_the_packages_alone() => RunAsync("redis-server", strategy => !strategy.NeedsRecentServer());

    [Theory]
    [InlineData(EngineServer.RecentRedis)]
    [InlineData(EngineServer.RecentValkey)]
    public Task Each_snippet_of_a_recent_command_runs_on_a_server_that_has_it(string program) =>
        RunAsync(program, strategy => strategy.NeedsRecentServer());

    private static async Task RunAsync(string name, Func<StrategyInfo, bool> isChosen)
    {
        await using var server = await RedisServer.StartProgramAsync(name);
        using var folder = new DataFolder();
        await using var connection = await ConnectionMultiplexer.ConnectAsync(server.Connection);
        var db = connection.GetDatabase();
        await LoadAsync(db);
        var lacking = new HashSet<string>();
        foreach (var need in SnippetMethods.All.SelectMany(each => each.Strategy.Needs).Where(Capability.IsCommand).Distinct())
        {
            if (await db.LacksAsync(need))
            {
                lacking.Add(need);
            }
        }

        bool IsRun(StrategyInfo strategy) => isChosen(strategy) && !strategy.Needs.Any(lacking.Contains);
        var program = await SnippetProgram.BuildAsync(folder.Path, IsRun, Ct);
        await SnippetProgram.RunAsync([program, server.Connection], folder.Path, Ct);

        foreach (var (benchmark, strategy) in SnippetMethods.All.Where(each => IsRun(each.Strategy)))
        {
            await (benchmark switch
            {
                "insert" => CheckWrittenAsync(db, strategy.Name),
                "hget-decode" => CheckReadAsync(db, strategy.Name),
                "mget" => CheckValuesAsync(db, $"mget:{strategy.Name}"),
                "pipelining" when strategy.Name.StartsWith("incr-", StringComparison.Ordinal) => CheckCounterAsync(db, strategy.Name),
                "pipelining" => CheckPairsAsync(db, $"pipelining:{strategy.Name}"),
                "list-push" => CheckListAsync(db, strategy.Name),
                "online-users" => CheckUsersAsync(db, strategy.Name),
                "connections" => CheckConnectionsAsync(db, strategy.Name),
                "cache" => CheckCachedAsync(db, $"cache:{strategy.Name}"),
                "calls" => CheckValuesAsync(db, $"calls:{strategy.Name}"),
                "compare-and-set" => CheckChangedAsync(db, $"compare-and-set:{strategy.Name}"),
                "set-with-expiry" => CheckExpiriesAsync(db, $"set-with-expiry:{strategy.Name}"),
                _ => throw new InvalidOperationException($"No check for {benchmark}."),
            });
        }
    }

    private static async Task LoadAsync(IDatabase db)
    {
        await Task.WhenAll(SnippetMethods.All.Where(each => each.Benchmark == "compare-and-set")
            .Select(each => db.StringSetAsync($"compare-and-set:{each.Strategy.Name}", 0)));
        await db.HashSetAsync("documents", [.. Sent.Select(each => new HashEntry(each.Key, each.Value))]);
        foreach (var (name, document) in Sent)
        {
            await Task.WhenAll(db.StringSetAsync($"key:{name}", document), db.StringSetAsync($"{{tag}}:{name}", document));
            foreach (var (strategy, codec) in Codecs)
            {
                await db.HashSetAsync($"hget-decode:{strategy}", name, codec?.Encode(document) ?? document);
            }

            var typed = MessagePackSerializer.Serialize(new[] { Text(document) }, cancellationToken: Ct);
            await db.HashSetAsync("hget-decode:messagepack-typed", name, typed);
        }
    }

    private static async Task CheckWrittenAsync(IDatabase db, string strategy)
    {
        var stored = await FieldsAsync(db, $"insert:{strategy}");
        foreach (var (name, document) in Sent)
        {
            var decoded = strategy == "messagepack-typed"
                ? Encoding.UTF8.GetBytes(MessagePackSerializer.Deserialize<string[]>(stored[name], cancellationToken: Ct).Single())
                : Codecs[strategy]?.Decode(stored[name]) ?? stored[name];
            decoded.AsSpan().SequenceEqual(document).ShouldBeTrue($"{strategy}, field {name}");
        }
    }

    private static async Task CheckReadAsync(IDatabase db, string strategy)
    {
        var read = await FieldsAsync(db, $"result:hget-decode:{strategy}");
        foreach (var (name, document) in Sent)
        {
            JsonValues.ShouldBeSame(read[name], document);
        }
    }

    private static async Task CheckValuesAsync(IDatabase db, string name)
    {
        var values = await db.ListRangeAsync($"result:{name}");
        values.Select(value => Text((byte[])value!)).ShouldBe(Sent.Values.Select(Text), name);
    }

    private static async Task CheckPairsAsync(IDatabase db, string name)
    {
        foreach (var (key, document) in Sent)
        {
            ((byte[]?)await db.StringGetAsync($"{name}:{key}")).ShouldBe(document, $"{name}, {key}");
        }
    }

    private static async Task CheckExpiriesAsync(IDatabase db, string name)
    {
        await CheckPairsAsync(db, name);
        foreach (var key in Sent.Keys)
        {
            (await db.KeyTimeToLiveAsync($"{name}:{key}"))!.Value.TotalSeconds.ShouldBeInRange(3_000, 3_600, $"{name}, {key}");
        }
    }

    private static async Task CheckCachedAsync(IDatabase db, string name)
    {
        ((string?)await db.StringGetAsync(name)).ShouldBe("loaded", name);
        (await db.KeyTimeToLiveAsync(name)).ShouldNotBeNull(name);
    }

    private static async Task CheckChangedAsync(IDatabase db, string name) => ((long)await db.StringGetAsync(name)).ShouldBe(1, name);

    private static async Task CheckCounterAsync(IDatabase db, string strategy) =>
        ((long)await db.StringGetAsync($"pipelining:{strategy}")).ShouldBe(SnippetProgram.Increments, strategy);

    private static async Task CheckListAsync(IDatabase db, string strategy)
    {
        var numbers = (await db.ListRangeAsync($"list-push:{strategy}")).Select(number => (string)number!);
        (strategy.StartsWith('l') ? numbers.Reverse() : numbers).ShouldBe(Sent.Keys, strategy);
    }

    private static async Task CheckUsersAsync(IDatabase db, string strategy)
    {
        var key = $"online-users:{strategy}";
        IOnlineStore store = strategy switch
        {
            "hash" => new HashStore(db, key),
            "sorted-set" => new SortedSetStore(db, key),
            "set" => new HalfHourSetStore(db, key),
            "bitmap" => new BitmapStore(db, key),
            "hyperloglog" => new HyperLogLogStore(db, key),
            _ => throw new InvalidOperationException($"No check for {strategy}."),
        };
        var counted = (long)await db.StringGetAsync($"result:{key}");
        counted.ShouldBe(await store.CountAsync(), strategy);
        if (strategy == "hyperloglog")
        {
            ((double)counted).ShouldBe(Documents, 4 * HyperLogLogStore.StandardError * Documents);
            return;
        }

        counted.ShouldBe(Documents, strategy);
        var stored = Sent.Keys.Select(long.Parse).Select(id => new OnlineUser(id, strategy switch
        {
            "bitmap" => 0,
            "set" => SeenAt(id) / HalfHourSetStore.HalfHour * HalfHourSetStore.HalfHour,
            _ => SeenAt(id),
        }));
        (await store.GetAndClearAsync("taken")).OrderBy(user => user.Id).ShouldBe(stored, strategy);
    }

    private static async Task CheckConnectionsAsync(IDatabase db, string strategy)
    {
        if (strategy != "set")
        {
            await CheckValuesAsync(db, $"connections:{strategy}");
        }

        if (strategy != "get")
        {
            await CheckPairsAsync(db, $"connections:{strategy}");
        }
    }

    private static async Task<Dictionary<string, byte[]>> FieldsAsync(IDatabase db, string key)
    {
        var fields = (await db.HashGetAllAsync(key)).ToDictionary(entry => (string)entry.Name!, entry => (byte[])entry.Value!);
        fields.Keys.ShouldBe(Sent.Keys, ignoreOrder: true, key);
        return fields;
    }

    // As in the program.
    private static long SeenAt(long id) => 1_699_999_200 + (60 * id);

    private static string Text(byte[] document) => Encoding.UTF8.GetString(document);
}

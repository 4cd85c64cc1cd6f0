using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>The article about <c>online-users</c>. Source of the results: the README of github.com/doutivity/research-online-redis-go at
/// commit 0dd858b, where the author keeps all results.</summary>
internal static class OnlineUsersArticle
{
    private const string PlusMinus = "plusMinus";

    private const double Mebibyte = 1 << 20;
    private const double Gibibyte = 1 << 30;
    private const int UsersOfABatch = 10_000;
    private const long UsersOfTheStress = 100_000_000;

    private static readonly (string Label, string Strategy)[] KindsOfStore = [("Hash", "hash"), ("Sorted Set", "sorted-set"), ("Set", "set")];
    private static readonly string[] Engines = ["Redis", "KeyDB", "Dragonfly"];

    public static PublishedArticle Article { get; } = new()
    {
        Title = "Hash, Set or Sorted Set: which data type to choose for storing online users in Redis",
        OwnTitle = "Hash, Set чи Sorted set. Який тип даних вибрати для збереження стану онлайну користувача в Redis?",
        Language = "uk",
        Source = "doutivity, dou.ua/forums/topic/44655; data from github.com/doutivity/research-online-redis-go (README.md, commit 0dd858b)",
        Address = new("https://dou.ua/forums/topic/44655/"),
        Question = "Which data structure on which engine stores online users with the least time and memory?",
        Answer = "Set needs the least memory (48.14 MB for a million users in Redis; Hash 62.64 MB, Sorted Set 91.09 MB) and, "
            + "in Redis, the least time: 12.4 µs per store in parallel, 3.19 ms for a batch of 10,000. With sequential stores, "
            + "the three differ by less than 6% in Redis. According to the article, Set lost users on Dragonfly.",
        Conditions = "Go 1.20, go-redis 9.0.2; Redis, KeyDB and Dragonfly in Docker containers "
            + "(latest images); the machine is not described. Garnet was not measured.",
        Tables =
        [
            new(
                "Sequential stores, 1,000,000 users, five runs",
                [
                    new("time", "µs") { Ours = summary => summary.Mean * 1e6 },
                    new("±", "%") { Ours = summary => Measured.Figure(summary, PlusMinus) * 100 },
                ],
                [.. Structures(
                    1_000_000,
                    [33.5m, 6m], [36.9m, 2m], [44.0m, 2m],
                    [34.4m, 1m], [38.6m, 1m], [52.9m, 15m],
                    [32.6m, 1m], [36.7m, 1m], [45.9m, 4m]),
                    new("map in this process", 0.515m, 9m) { Strategies = ["dictionary"], Point = 1_000_000 },
                ])
            {
                Sizes = new Dictionary<string, object>
                {
                    [OptionsSchema.NameOf(nameof(OnlineUsersOptions.Mode))] = "sequence",
                    [OptionsSchema.NameOf(nameof(OnlineUsersOptions.UsersPerSecond))] = 1,
                },
            },
            new(
                "Parallel stores: many at the same time, each with its own round trip",
                [new("time", "µs"), new("±", "%")],
                [.. Structures(
                    null,
                    [13.9m, 24m], [14.5m, 23m], [13.6m, 12m],
                    [13.5m, 6m], [14.1m, 2m], [16.3m, 8m],
                    [12.4m, 2m], [13.7m, 3m], [14.4m, 16m]),
                    new("map in this process", 0.696m, 8m),
                ]),
            new(
                "Memory as reported by the server",
                [new("memory", "MiB") { Ours = summary => Measured.Figure(summary, OnlineUsersColumns.UsedMemory) / Mebibyte }],
                [
                    .. Structures(1_000_000, [62.64m], [63.49m], [61.51m], [91.09m], [91.93m], [107.87m], [48.14m], [49.02m], [32.60m]),
                    .. Structures(10_000_000, [727.20m], [728.14m], [622.59m], [1011.78m], [1012.64m], [1161.64m], [469.57m], [471.44m], [297.01m]),
                    .. Structures(25_000_000, [1592.14m], [1593.27m], [1481.70m], [2303.58m], [2304.70m], [2675.25m], [1169.33m], [1175.45m], [null])
                        .Select(row => WithRemark(row, "it found 15,276,400 of 25,000,000")),
                ])
            {
                Sizes = new Dictionary<string, object> { [OptionsSchema.NameOf(nameof(OnlineUsersOptions.UsersPerSecond))] = 1 },
            },
            new(
                "Stress: 10,000 batches of 10,000 users, in parallel",
                [
                    new("per batch", "ns") { Ours = summary => summary.Mean * UsersOfABatch * 1e9 },
                    new("memory", "GiB") { Ours = summary => Measured.Figure(summary, OnlineUsersColumns.UsedMemory) / Gibibyte },
                ],
                [.. Structures(
                    UsersOfTheStress,
                    [8232276m, 6.72m], [21357358m, 6.22m], [6716157m, 5.77m],
                    [12016807m, 9.00m], [15114051m, 9.00m], [9535106m, 10.44m],
                    [3187424m, 4.58m], [3233770m, 4.59m], [null, null])
                    .Select(row => WithRemark(row, "it found 15,622,200 of 100,000,000")),
                ])
            {
                Sizes = new Dictionary<string, object>
                {
                    [OptionsSchema.NameOf(nameof(OnlineUsersOptions.Mode))] = "stress",
                    [OptionsSchema.NameOf(nameof(OnlineUsersOptions.Batches))] = 10_000,
                    [OptionsSchema.NameOf(nameof(OnlineUsersOptions.BatchSize))] = UsersOfABatch,
                    [OptionsSchema.NameOf(nameof(OnlineUsersOptions.UsersPerSecond))] = 1,
                },
            },
        ],
        Corrections =
        [
            new("The result that Dragonfly stored 15,622,200 of 100,000,000 users is an error of counting, not of storing: "
                + "the article finds the sets with KEYS, and Dragonfly limits the reply to about 8,192 keys (15,622,200 is exactly 8,679 full "
                + "half-hour sets; all users fill 55,556). Here a separate set lists the half-hour sets, and each run counts the stored users.")
            {
                Proof = document => ProofOfCount(document, "set", "half-hour sets"),
            },
            new("Its batch for Hash swaps field and value: the times become the fields and the users the values, so two users in the "
                + "same second overwrite each other. The count was correct only because in its test each user has a different second.")
            {
                Proof = document =>
                    HasSeveralUsersPerSecond(document) ? ProofOfCount(document, "hash", "hash, with several users per second,") : null,
            },
            new("Its MB and GB are MiB and GiB: 25,000,000 users with 56 bytes each and a table "
                + "of 2^25 entries with 8 bytes each take 1,591 MiB in Redis, which is 1,668 MB."),
        ],
    };

    // In the order of the article's tables: each structure on each engine.
    private static IEnumerable<PublishedRow> Structures(long? point, params decimal?[][] values) =>
        from row in values.Index()
        let structure = KindsOfStore[row.Index / Engines.Length]
        select new PublishedRow(structure.Label, row.Item)
        { Engine = Engines[row.Index % Engines.Length], Strategies = [structure.Strategy], Point = point };

    private static PublishedRow WithRemark(PublishedRow row, string remark) => row.Values.Contains(null) ? row with { Remark = remark } : row;

    private static bool HasSeveralUsersPerSecond(JobDocument document) =>
        document.Request.Options.TryGetValue(OptionsSchema.NameOf(nameof(OnlineUsersOptions.UsersPerSecond)), out var users)
        && users.ValueKind == JsonValueKind.Number && users.TryGetInt64(out var number) && number > 1;

    private static FormattableString? ProofOfCount(JobDocument document, string strategy, string words) =>
        document.Cases.Where(@case => @case.Strategy == strategy && @case.Summary is { } summary
            && Measured.Figure(summary, OnlineUsersColumns.CountError) == 0).MaxBy(@case => Measured.PointOf(@case.At, document)) is { } exact
            ? Measured.Proof($"Measured: the {words} had all {(long)(Measured.PointOf(exact.At, document) ?? 0):count} users.")
            : null;
}

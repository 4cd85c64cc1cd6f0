using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The article about <c>insert</c>. Source of the results: https://gotoa1234.github.io/2024/11/16/1.html, parts 2 and 3.</summary>
internal static class InsertArticle
{
    private const string LuaPort = "lua-as-published";

    private static readonly Dictionary<string, object> Sizes = new()
    {
        [OptionsSchema.NameOf(nameof(InsertOptions.Items))] = 30_000,
        [OptionsSchema.NameOf(nameof(InsertOptions.PayloadBytes))] = 32_768,
        [OptionsSchema.NameOf(nameof(InsertOptions.Sizes))] = "",
    };

    public static PublishedArticle Article { get; } = new()
    {
        Title = "Inserting into Redis: 30,000 items, 1 GB, several methods compared",
        OwnTitle = "Redis 資料插入效能比較：30,000 筆 1GB 資料，多種方法分析",
        Language = "zh-Hant",
        Source = "gotoa1234, gotoa1234.github.io, 16 November 2024",
        Address = new("https://gotoa1234.github.io/2024/11/16/1.html"),
        Question = "Which of six methods writes 30,000 hash fields of 32 KB to Redis fastest?",
        Answer = "The pipelined batch, with a mean of 13.16 s over five runs; MessagePack (13.40 s) and "
            + "transactions of 100 (14.51 s) are close. Lua took 22.87 s, gzip 24.19 s, "
            + "gzip with MessagePack 24.41 s. With source text that is already compressed, a run takes about 8 s.",
        Conditions =
            "C#, StackExchange.Redis, Redis 7.4.0 in a Docker container; the machine is not described. 30 keys with 1,000 fields each, five runs.",
        Tables =
        [
            new(
                "Seconds for all 30,000 fields",
                [
                    new("avg", "s") { Ours = summary => summary.Mean, SecondsPerUnit = 1 },
                    new("max", "s") { Ours = summary => summary.Max },
                    new("min", "s") { Ours = summary => summary.Min },
                ],
                [
                    Row("transactions of 100", "multi-exec", 14.51m, 18.26m, 12.76m),
                    Row("pipelined batch", "batch", 13.16m, 15.92m, 11.25m),
                    Row("gzip", "gzip", 24.19m, 29.54m, 21.34m),
                    Row("MessagePack", "messagepack", 13.40m, 16.26m, 11.38m),
                    Row("gzip + MessagePack", "gzip-messagepack", 24.41m, 28.94m, 21.26m),
                    Row("Lua, 3,000 fields per call", "lua", 22.87m, 24.72m, 20.95m),
                ])
            {
                Sizes = Sizes,
            },
            new(
                "The five runs of each method",
                [new("run 1", "s"), new("run 2", "s"), new("run 3", "s"), new("run 4", "s"), new("run 5", "s")],
                [
                    new("transactions of 100", 12.7598317m, 13.2819952m, 18.2613657m, 15.2953010m, 12.9500915m),
                    new("pipelined batch", 11.5598482m, 11.2479852m, 15.9268615m, 14.1274140m, 12.9500915m),
                    new("gzip", 21.6775648m, 21.3405034m, 29.5351501m, 26.0825542m, 22.3025694m),
                    new("MessagePack", 12.2951671m, 11.3835120m, 16.2605253m, 14.6539413m, 12.4102970m),
                    new("gzip + MessagePack", 22.7583919m, 21.2645812m, 28.9371520m, 26.1719346m, 22.9224340m),
                    new("Lua, 3,000 fields per call", 20.9453106m, 24.7206771m, 23.5472192m, 21.4723651m, 23.6493003m),
                ]),
            new("From the text of the article, without runs: source text that is already compressed", [new("about", "s")],
                [new("compressed text", 8m)]),
        ],
        Corrections =
        [
            new("Its Lua code never clears the list of keys, so every call also writes its fields into "
                + "all earlier keys: 495,000 field writes instead of 30,000, which is 16.5 times the work. "
                + "The last item is never sent. The result that Lua is slow depends on this error.")
            {
                Proof = ProofOfAmplification,
            },
            new("Its MessagePack serializes the JSON text as one string: the text with a header of three bytes, "
                + "which is not smaller. This explains why MessagePack took as long as the plain batch, and gzip with MessagePack "
                + "as long as gzip. Our messagepack converts the values of the document, and messagepack-typed serializes objects."),
            new("Its keys are not deleted between the strategies, so all except the first one overwrite existing fields. "
                + "In our measurement, overwriting took a third of the time of a first write. Here every run starts from deleted keys."),
            new("The fifth run of the batch and the fifth run of the transactions "
                + "are identical in all digits (12.9500915 s): one of the two is a copy."),
            new("In the third run, all strategies except Lua are 23% to 38% above their median. Other load on the machine is "
                + "the likely cause, and the maxima are from that run. Here the rounds are shuffled, and a disturbed run is marked."),
        ],
    };

    private static PublishedRow Row(string label, string strategy, params decimal?[] values) =>
        new(label, values) { Strategies = [strategy, $"{strategy}-as-published"] };

    private static FormattableString? ProofOfAmplification(JobDocument document) =>
        document.Cases.FirstOrDefault(@case => @case.Strategy == LuaPort)?.Summary?.Figures is { } figures
            && figures.TryGetValue(InsertColumns.Amplification, out var factor)
            ? Measured.Proof($"Measured: the port of its code wrote {factor:number}× the expected number of fields.")
            : null;
}

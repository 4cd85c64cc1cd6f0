using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The report about <c>pipelining</c>. Source of the results: https://datasea.cn/go1204329321.html.</summary>
internal static class PipeliningArticle
{
    private const int Sets = 10_000;
    private const int Increments = 1_000;
    private const double PublishedSecondsOfIncrement = 0.85e-3;

    public static PublishedArticle Article { get; } = new()
    {
        Title = "Redis pipelining in Go: measured performance of batches",
        OwnTitle = "Redis Pipeline批量操作在Go中的性能实测报告",
        Language = "zh-Hans",
        Source = "author not named, datasea.cn",
        Address = new("https://datasea.cn/go1204329321.html"),
        Question = "How much time does pipelining save compared with one command at a time?",
        Answer = "A factor of nearly 8 for 10,000 SET in Go (1.85 s and 0.23 s), and a factor of 18.9 for 1,000 INCR "
            + "in Python (850 ms and 45 ms). A second table has 98 ms and a factor of 8.7 for 1,000 operations.",
        Conditions = "go-redis 8, Go 1.21, Redis 6.2.6 over loopback, all writes in one pipeline, values of 6 to 9 bytes; "
            + "the increments with redis-py. The description of the test names neither the machine nor the number of runs.",
        Tables =
        [
            new(
                "10,000 SET with go-redis",
                [
                    new("time", "s") { Ours = summary => summary.Median * Sets },
                    new("about", "ops/s") { Ours = summary => summary.OperationsPerSecond },
                ],
                [
                    new("SET, one by one", 1.85m, 5_400m) { Strategies = [OneByOne.Info.Name] },
                    new("SET, pipelined", 0.23m, 43_500m) { Strategies = [Pipelined.Info.Name], Point = Sets },
                ])
            {
                Sizes = new Dictionary<string, object> { [OptionsSchema.NameOf(nameof(PipeliningOptions.Items))] = Sets },
                FirstRow = "SET, one by one",
            },
            new(
                "1,000 INCR with redis-py",
                [
                    new("time", "ms") { Ours = summary => summary.Median * Increments * 1e3 },
                    new("about", "ops/s") { Ours = summary => summary.OperationsPerSecond },
                ],
                [
                    new("INCR, one by one", 850m, 1_176m) { Strategies = [IncrementOneByOne.Info.Name] },
                    new("INCR, pipelined", 45m, 22_222m) { Strategies = [IncrementPipelined.Info.Name], Point = Increments },
                ])
            {
                Sizes = new Dictionary<string, object> { [OptionsSchema.NameOf(nameof(PipeliningOptions.Increments))] = Increments },
                FirstRow = "INCR, one by one",
            },
            new(
                "1,000 operations, in a second table of the report",
                [new("time", "ms"), new("about", "ops/s")],
                [
                    new("one by one", 850m, 1_176m),
                    new("pipelined", 98m, 10_204m),
                ]),
        ],
        Corrections =
        [
            new("Two tables have the same 850 ms for 1,000 operations one by one, but 45 ms and 98 ms for the "
                + "same number in a pipeline. The factors 18.9 and 8.7 cannot both be from the same experiment."),
            new("In the report, an INCR takes 0.85 ms, about ten times a loopback round trip; a SET takes 0.185 ms. "
                + "So most of the time of an INCR is spent neither in Redis nor on the link, and the factor 18.9 includes it.")
            {
                Proof = ProofOfIncrement,
            },
            new("Its section on the batch size is about training neural networks: it has no data about the number of commands in a pipeline.")
            {
                Proof = ProofOfBatchSize,
            },
            new("Its pipeline runs after the loop, with the same keys and without deleting them: "
                + "it overwrites the keys that the loop created. Here each run starts from deleted keys."),
        ],
    };

    private static FormattableString? ProofOfIncrement(JobDocument document) =>
        Measured.Of(document, IncrementOneByOne.Info.Name) is [{ Summary.Median: < PublishedSecondsOfIncrement and var seconds }]
            ? Measured.Proof($"Measured: an INCR by `{IncrementOneByOne.Info.Name}` took {seconds:seconds}.")
            : null;

    private static FormattableString? ProofOfBatchSize(JobDocument document)
    {
        var sizes = Measured.Of(document, Pipelined.Info.Name)
            .Select(@case => Measured.Proof($"{@case.Summary.Median:seconds} in batches of {@case.Point:count}")).ToArray();
        return sizes.Length > 1 ? Measured.Proof($"Measured: a SET by `{Pipelined.Info.Name}` took {sizes}.") : null;
    }
}

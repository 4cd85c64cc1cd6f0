using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>The article about <c>list-push</c>. Source of the results: https://kagamihoge.hatenablog.com/entry/2018/10/04/212423.</summary>
internal static class ListPushArticle
{
    private const long Bulk = 100_000;
    private const double Millisecond = 1e-3;

    // In the article: the first bulk push relative to the second.
    private const double PublishedFirstOverSecond = 401 / 59d;

    private static readonly Dictionary<string, object> Sizes = new() { [OptionsSchema.NameOf(nameof(ListPushOptions.Items))] = 1_000_000 };

    public static PublishedArticle Article { get; } = new()
    {
        Title = "Pushing to a Redis LIST one by one and in bulk: the difference in speed",
        OwnTitle = "RedisのLISTに1件ずつとまとめてPUSHするときの速度差",
        Language = "ja",
        Source = "kagamihoge, kagamihoge.hatenablog.com, 4 October 2018",
        Address = new("https://kagamihoge.hatenablog.com/entry/2018/10/04/212423"),
        Question = "How much faster is it to push a million numbers in bulk?",
        Answer = "One by one, a million pushes take 121 to 124 s. Ten pushes of 100,000 numbers take 0.77 to 1.08 s. "
            + "By the medians, this is 143 times as fast on the left and 156 times on the right.",
        Conditions = "Java 10, Spring Boot 2.0.5 with spring-data-redis, on the machine of the "
            + "Redis server. The key is deleted between runs; the machine is not described.",
        Tables =
        [
            new(
                "Milliseconds for a million pushed numbers: three runs, and their median (computed here)",
                [
                    new("median", "ms") { Ours = summary => summary.Median / Millisecond },
                    new("run 1", "ms"),
                    new("run 2", "ms"),
                    new("run 3", "ms"),
                ],
                [
                    new("leftPush, one by one", 122401m, 123020m, 122401m, 122132m) { Strategies = [Lpush.Info.Name] },
                    new("rightPush, one by one", 122080m, 122080m, 121225m, 123555m) { Strategies = [Rpush.Info.Name] },
                    new("leftPushAll, in bulk", 856m, 856m, 772m, 1080m) { Strategies = [LpushBulk.Info.Name], Point = Bulk },
                    new("rightPushAll, in bulk", 782m, 821m, 782m, 771m) { Strategies = [RpushBulk.Info.Name], Point = Bulk },
                ])
            {
                Sizes = Sizes,
                FirstRow = "leftPush, one by one",
            },
            new(
                "The first five pushes of a run; the resolution of the clock is 1 ms",
                [
                    FirstCall(1),
                    FirstCall(2),
                    FirstCall(3),
                    new("push 4", "ms"),
                    new("push 5", "ms"),
                ],
                [
                    new("one by one", 296m, 1m, 1m, 0m, 2m) { Strategies = [Lpush.Info.Name, Rpush.Info.Name] },
                    new("in bulk", 401m, 59m, 44m, 30m, 31m) { Strategies = [LpushBulk.Info.Name, RpushBulk.Info.Name], Point = Bulk },
                ])
            {
                Sizes = Sizes,
                FirstRow = "one by one",
            },
        ],
        Corrections =
        [
            new("Its totals contain one-time costs: opening the connection and loading classes. The first push in bulk "
                + "took 401 ms, the second 59 ms, and a whole bulk run 771 to 1,080 ms, so the gain of later runs in "
                + "the same program is larger than these totals show. Here the connection is open before the clock starts.")
            {
                Proof = ProofOfFirstPush,
            },
            new("The resolution of its clock is 1 ms. According to the totals, a single push "
                + "takes 0.12 ms, which is below that resolution: the clock shows 0, 1 or 2 ms.")
            {
                Proof = ProofOfSinglePush,
            },
            new("Its bulk loop pushes the numbers from 0 to 99,999 ten times; its single pushes use the numbers from 0 to 999,999. "
                + "So the bulk runs send 4,888,900 digits instead of 5,888,890, 17% fewer. Here all strategies push the same numbers."),
            new("It compares only two methods, so it does not show how much of the gain "
                + "comes from not waiting for replies. Single pushes without waiting show it.")
            {
                Proof = ProofOfPipelining,
            },
        ],
    };

    private static PublishedColumn FirstCall(int push) => new($"push {push}", "ms") { Ours = summary => Push(summary, push) / Millisecond };

    private static double? Push(Summary summary, int push) => Measured.Figure(summary, ListPushColumns.Push(push));

    private static FormattableString? ProofOfFirstPush(JobDocument document) =>
        Measured.Of(document, LpushBulk.Info.Name) is [.., { Point: { } bulk, Summary: var summary }]
        && Push(summary, 1) is { } first
        && Push(summary, 2) is { } second
        && first / second < PublishedFirstOverSecond
            ? Measured.Proof(
                $"Measured: the first push of {bulk:count} numbers by `{LpushBulk.Info.Name}` took {first:seconds}, the second {second:seconds}.")
            : null;

    private static FormattableString? ProofOfSinglePush(JobDocument document) =>
        Measured.Of(document, Lpush.Info.Name) is [{ Summary: var summary }]
            && Measured.Figure(summary, ListPushColumns.FirstMedian) is < Millisecond and var median
            ? Measured.Proof($"Measured: a push by `{Lpush.Info.Name}` took {median:seconds} (median of the first pushes).")
            : null;

    private static FormattableString? ProofOfPipelining(JobDocument document)
    {
        const string Start = "Measured: the same numbers took";
        var (rpush, piped, bulk) = (Rpush.Info.Name, RpushPipelined.Info.Name, RpushBulk.Info.Name);
        return Measured.Of(document, rpush) is [{ Summary.Median: var one }]
            && Measured.Of(document, piped) is [{ Summary.Median: var fast }]
            && Measured.Of(document, bulk) is [.., { Point: { } size, Summary.Median: var whole }]
                ? Measured.Proof(
                    $"{Start} {one:seconds} by `{rpush}`, {fast:seconds} by `{piped}` and {whole:seconds} by `{bulk}` with {size:count} per push.")
                : null;
    }
}

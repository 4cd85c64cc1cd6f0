using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The article about <c>mget</c>. Source of the results: its reprint in Weekly #88 by taseikyo, 10–16 November 2024.</summary>
internal static class MgetArticle
{
    private const string OneKey = "1 key";

    // In the article's table the calls with 20 keys take longer than those with 25.
    private const long SlowPoint = 20;
    private const long NextPoint = 25;

    public static PublishedArticle Article { get; } = new()
    {
        Title = "How the performance of Redis MGET decreases",
        OwnTitle = "Redis MGET性能衰减分析",
        Language = "zh-Hans",
        Source = "Jinlu_npu, CSDN; data from the reprint in Weekly #88 by taseikyo, 10–16 November 2024, which names jianshu.com/p/172b39244c85",
        Address = new("https://blog.csdn.net/Jinlu_npu/article/details/79744689"),
        Question = "How many keys can one MGET read before it becomes slow?",
        Answer = "Up to 10 keys, a call is nearly as fast as with one key. Calls with 50 keys keep 59% of the single-key rate, "
            + "calls with 100 keys 41%. Above 1,000 keys, the time of a call is proportional to the number of keys.",
        Conditions = "Java, Jedis, a local Redis: 500,000 keys of eight digits with five-digit values, 34 key counts from 1 to 10,000, "
            + "key lists drawn before the clock starts. Redis used 50 to 80% of a CPU and the client 30 to 50%, so neither was saturated.",
        Tables =
        [
            new(
                "Time and rate of one call by its number of keys",
                [
                    new("per call", "ms") { Ours = summary => summary.Median * 1e3, SecondsPerUnit = 1e-3 },
                    new("calls/s", null) { Ours = summary => 1 / summary.Median },
                    new("of the single-key rate", "%"),
                    new("lg(keys)", null),
                ],
                [
                    Row(1, 0.040m, 25_056.377m, 100m, 0.000m),
                    Row(2, 0.040m, 25_284.449m, 100m, 0.301m),
                    Row(3, 0.040m, 24_752.475m, 99.8m, 0.477m),
                    Row(4, 0.042m, 23_618.328m, 94.2m, 0.602m),
                    Row(5, 0.044m, 22_696.322m, 90.6m, 0.699m),
                    Row(6, 0.042m, 23_849.273m, 95.2m, 0.778m),
                    Row(7, 0.043m, 23_255.814m, 92.8m, 0.845m),
                    Row(8, 0.044m, 22_888.533m, 91.3m, 0.903m),
                    Row(9, 0.045m, 22_040.996m, 88.0m, 0.954m),
                    Row(10, 0.045m, 22_065.313m, 88.0m, 1.000m),
                    Row(11, 0.046m, 21_901.008m, 87.4m, 1.041m),
                    Row(12, 0.046m, 21_691.975m, 86.6m, 1.079m),
                    Row(13, 0.047m, 21_105.951m, 84.2m, 1.114m),
                    Row(14, 0.047m, 21_258.504m, 84.4m, 1.146m),
                    Row(15, 0.049m, 20_300.447m, 81.0m, 1.176m),
                    Row(16, 0.050m, 20_032.051m, 79.9m, 1.204m),
                    Row(17, 0.049m, 20_234.723m, 80.8m, 1.230m),
                    Row(18, 0.049m, 20_242.914m, 80.7m, 1.255m),
                    Row(20, 0.055m, 18_214.936m, 72.7m, 1.301m),
                    Row(25, 0.053m, 18_811.137m, 75.0m, 1.398m),
                    Row(32, 0.057m, 17_525.412m, 70.0m, 1.505m),
                    Row(40, 0.063m, 15_888.147m, 63.4m, 1.602m),
                    Row(50, 0.067m, 14_889.815m, 59.4m, 1.699m),
                    Row(60, 0.075m, 13_276.687m, 53.0m, 1.778m),
                    Row(80, 0.091m, 10_979.358m, 43.8m, 1.903m),
                    Row(100, 0.096m, 10_405.827m, 41.5m, 2.000m),
                    Row(200, 0.161m, 6_211.180m, 24.8m, 2.301m),
                    Row(500, 0.348m, 2_871.913m, 11.5m, 2.699m),
                    Row(800, 0.552m, 1_812.251m, 7.2m, 2.903m),
                    Row(1_000, 0.639m, 1_564.945m, 6.2m, 3.000m),
                    Row(2_000, 1.201m, 832.639m, 3.3m, 3.301m),
                    Row(5_000, 3.140m, 318.471m, 1.2m, 3.699m),
                    Row(8_000, 5.297m, 188.786m, 0.7m, 3.903m),
                    Row(10_000, 6.141m, 162.840m, 0.6m, 4.000m),
                ])
            {
                Sizes = new Dictionary<string, object> { [OptionsSchema.NameOf(nameof(MgetOptions.Keys))] = 500_000 },
                FirstRow = OneKey,
            },
        ],
        Corrections =
        [
            new("Only the rate of calls decreases. The rate of keys, which the article does not show, rises from 25,056 keys/s "
                + "with one key per call to 1,665,278 with 2,000, and stays above 1,500,000 up to 10,000 keys per call.")
            {
                Proof = ProofOfKeyRate,
            },
            new("Calls with 20 keys take 0.055 ms in the article, more than calls with 25 keys (0.053 ms). "
                + "Each value is one average without a deviation, so the table cannot show that this point is noise.")
            {
                Proof = ProofOfSlowPoint,
            },
            new("Three percentages do not follow from the rates next to them: 24,752.475 calls/s (3 keys) are 98.8% of the "
                + "single-key rate instead of 99.8%, 21,258.504 (14 keys) are 84.8% instead of 84.4%, and 25,284.449 (2 keys) are "
                + "100.9% instead of 100%. The text has 72% for 20 keys and 41% for 100 keys, where the table has 72.7 and 41.5."),
        ],
    };

    private static PublishedRow Row(long keys, params decimal?[] values) => new("MGET", values) { Strategies = [Mget.Info.Name], Point = keys };

    // An imported job can have cases without a point.
    private static IEnumerable<(long Keys, Summary Summary)> Calls(JobDocument document) =>
        from call in Measured.Of(document, Mget.Info.Name)
        where call.Point is not null
        select (call.Point!.Value, call.Summary);

    private static FormattableString? ProofOfKeyRate(JobDocument document)
    {
        var rates = Calls(document).Select(call => (call.Keys, Rate: call.Keys / call.Summary.Median)).ToArray();
        var name = Mget.Info.Name;
        return rates is [{ Keys: 1 } single, ..] && rates.MaxBy(rate => rate.Rate) is { Keys: > 1 } best
            ? Measured.Proof(
                $"Measured: `{name}` read {single.Rate:number} keys/s with 1 key per call and {best.Rate:number} keys/s with {best.Keys:count}.")
            : null;
    }

    private static FormattableString? ProofOfSlowPoint(JobDocument document)
    {
        var seconds = Calls(document).ToDictionary(call => call.Keys, call => call.Summary.Median);
        return seconds.TryGetValue(SlowPoint, out var slow) && seconds.TryGetValue(NextPoint, out var next) && slow < next
            ? Measured.Proof($"Measured: a call with {SlowPoint:count} keys took {slow:seconds}, a call with {NextPoint:count} keys {next:seconds}.")
            : null;
    }
}

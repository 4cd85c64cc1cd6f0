using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using Case = RedisPerf.Core.Benchmarks.Contract.Case;

namespace RedisPerf.Core.Tests.Benchmarks.HgetDecode;

/// <summary>Runs on a redis-server.</summary>
public sealed class HgetDecodeRunTests
{
    private static readonly IBenchmark Benchmark = Catalogue.Default.Find("hget-decode")!;

    public static TheoryData<string> Strategies =>
        [.. Benchmark.Info.Strategies.Where(strategy => !strategy.IsReference && !strategy.NeedsRecentServer()).Select(strategy => strategy.Name)];

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task A_changed_value_fails_the_run(string strategy)
    {
        // Bytes in the middle of a value of the first distinct document, in every format.
        var failure = await Should.ThrowAsync<VerificationException>(() => RedisRun.OfAsync(CaseOf(strategy), beforeExecute: async context =>
        {
            var value = (byte[])(await context.Database.HashGetAsync("redisperf:read:Account:1", 3))!;
            value.AsSpan(value.Length / 2, 4).Fill(0xC1);
            await context.Database.HashSetAsync("redisperf:read:Account:1", 3, value);
        }));

        failure.Reason.Code.ShouldBe(ReasonCode.ValueDiffers);
        failure.Reason.Args["what"].ShouldBe("Field 3 of Account:1");
    }

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task A_value_of_another_document_fails_the_run(string strategy)
    {
        var failure = await Should.ThrowAsync<VerificationException>(() => RedisRun.OfAsync(CaseOf(strategy), beforeExecute: async context =>
        {
            var other = await context.Database.HashGetAsync("redisperf:read:Account:1", 4);
            await context.Database.HashSetAsync("redisperf:read:Account:1", 3, other);
        }));

        failure.Reason.Code.ShouldBe(ReasonCode.ValueDiffers);
    }

    [Fact]
    public async Task A_missing_value_fails_the_run()
    {
        var failure = await Should.ThrowAsync<VerificationException>(
            () => RedisRun.OfAsync(CaseOf("zstd"), beforeExecute: context => context.Database.HashDeleteAsync("redisperf:read:Account:1", 3)));

        failure.Reason.Code.ShouldBe(ReasonCode.ValueMissing);
    }

    [Fact]
    public async Task Encoding_is_not_a_part_of_the_run()
    {
        var work = await RedisRun.OfAsync(CaseOf("gzip"));

        work.EncodeSeconds.ShouldBe(0);
        work.Measurements.Keys.ShouldBe(["writeSeconds", "storedBytes", "encodeRate", "decodeRate"], ignoreOrder: true);
        work.Measurements.Values.ShouldAllBe(figure => figure > 0);
    }

    private static Case CaseOf(string strategy)
    {
        var draft = new JobDraft
        {
            Benchmark = "hget-decode",
            Strategies = [strategy],
            Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(
                """{"items": 100, "keys": 4, "payloadBytes": 4000, "distinctPayloads": 3}""")!,
        };
        return Benchmark.Cases(draft.Validate(Catalogue.Default, ["embedded"], out _)!, "redisperf:read:")[0];
    }
}

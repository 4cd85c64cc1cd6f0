using System.Text;
using System.Text.Json;
using MessagePack;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Tests.Benchmarks;

namespace RedisPerf.Core.Proofs.Benchmarks.Insert;

/// <summary>The stored data of the strategies with MessagePack, and the verification of other data.</summary>
public sealed class MessagePackVerificationTests(RunningServer server) : IClassFixture<RunningServer>
{
    private const int PayloadBytes = 3_000;

    private static readonly string[] Strategies = ["messagepack", "messagepack-typed", "gzip-messagepack", "messagepack-lz4",
        "messagepack-as-published", "gzip-messagepack-as-published"];

    public static TheoryData<string, string> Damages =>
        [.. from strategy in Strategies from bytes in new[] { "", "C0", "DBFFFFFFFF", "91DD7FFFFFFF", "C1", "A161", "1F8B08" } select (
            strategy, bytes)];

    [Theory]
    [MemberData(nameof(Damages))]
    public async Task Damaged_data_is_a_failed_verification(string strategy, string bytes) =>
        (await FailAsync(strategy, _ => Convert.FromHexString(bytes)))
            .ShouldMatch(@"^Field 0 of Account:0 is another document \(\d+ bytes stored\) instead of the document that was sent \(3000 bytes\)\.$");

    [Theory]
    [InlineData("messagepack")]
    [InlineData("messagepack-typed")]
    [InlineData("messagepack-lz4")]
    [InlineData("messagepack-as-published")]
    public async Task Data_after_the_value_is_a_failed_verification(string strategy) =>
        (await FailAsync(strategy, stored => [.. stored, 0xC0])).ShouldStartWith("Field 0 of Account:0 is another document");

    [Fact]
    public async Task Different_objects_fail_verification()
    {
        var people = Person.ReadAll(PeopleDocument.Create(PayloadBytes, seed: 1));
        byte[] other = MessagePackSerializer.Serialize<Person[]>([people[0] with { Age = people[0].Age + 1 }, .. people[1..]], cancellationToken: Ct);

        (await FailAsync("messagepack-typed", _ => other)).ShouldStartWith("Field 0 of Account:0 is another document");
        (await FailAsync("messagepack-typed", _ => [0x91, 0xC0])).ShouldStartWith("Field 0 of Account:0 is another document");
    }

    [Fact]
    public async Task Published_code_stores_the_JSON_text_as_one_string()
    {
        var document = PeopleDocument.Create(PayloadBytes, seed: 1);

        await RunAsync("messagepack-as-published", stored =>
        {
            stored.ShouldBe([0xDA, PayloadBytes >> 8, PayloadBytes & 0xFF, .. document]);
            return stored;
        });
    }

    [Fact]
    public async Task Stores_objects_without_member_names()
    {
        await RunAsync("messagepack-typed", stored =>
        {
            stored.Length.ShouldBeLessThan(PayloadBytes * 8 / 10);
            Encoding.UTF8.GetString(stored).ShouldNotContain("eyeColor");
            return stored;
        });
    }

    private async Task<string> FailAsync(string strategy, Func<byte[], byte[]> replace) =>
        (await Should.ThrowAsync<VerificationException>(() => RunAsync(strategy, replace))).Reason.ToText();

    /// <summary>Runs the strategy, replaces the value of the first field, and verifies.</summary>
    private async Task RunAsync(string strategy, Func<byte[], byte[]> replace)
    {
        var request = new JobRequest
        {
            Benchmark = "insert",
            Strategies = [strategy],
            Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(
                $$"""{"items": 12, "keys": 3, "payloadBytes": {{PayloadBytes}}}""")!,
            Targets = ["embedded"],
            Runs = 1,
            Warmups = 0,
            Seed = 1,
        };
        var prefix = $"test:{Guid.NewGuid():N}:";
        var key = $"{prefix}Account:0";
        var @case = new InsertBenchmark().Cases(request, prefix).Single(@case => @case.Strategy.Name == strategy);
        await server.RunAsync(@case, async context =>
        {
            var stored = (byte[])(await context.Database.HashGetAsync(key, 0))!;
            await context.Database.HashSetAsync(key, 0, replace(stored));
        });
    }
}

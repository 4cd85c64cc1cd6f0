using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;
using StackExchange.Redis;
using Case = RedisPerf.Core.Benchmarks.Contract.Case;

namespace RedisPerf.Core.Proofs.Benchmarks;

/// <summary>One value changes after the clock has stopped and before the verification.</summary>
public sealed class VerifyAllTests
{
    private const int Items = 2_000;

    /// <summary>Not in the sample, which depends on the seed of the documents, or on the number of elements, alone.</summary>
    private const int Changed = 1_234;

    [Theory]
    [InlineData("batch")]
    [InlineData("lua")]
    [InlineData("multi-exec")]
    [InlineData("gzip")]
    public async Task One_changed_byte_of_an_inserted_document_is_found(string strategy)
    {
        var options = $$"""{"items": {{Items}}, "keys": 1, "payloadBytes": 500}""";

        (await RunAsync("insert", strategy, options, Verification.Sample, ChangeAsync)).State.ShouldBe(RunState.Ok);
        (await RunAsync("insert", strategy, options, Verification.All, ChangeAsync)).ShouldBeNoNumber()
            .ShouldStartWith($"Field {Changed} of Account:0 is another document");

        static Task ChangeAsync(IDatabase database, string prefix) => ChangeDocumentAsync(database, prefix, document =>
        {
            document[document.Length / 2] ^= 1;
            return document;
        });
    }

    [Theory]
    [InlineData("hset")]
    [InlineData("lua")]
    [InlineData("zstd")]
    [InlineData("batch-as-published")]
    [InlineData("gzip-as-published")]
    public async Task A_document_of_another_length_is_found_outside_the_sample(string strategy)
    {
        var options = $$"""{"items": {{Items}}, "keys": 1, "payloadBytes": 8192}""";

        (await RunAsync("insert", strategy, options, Verification.Sample, ChangeAsync)).ShouldBeNoNumber()
            .ShouldMatch($"^Bytes of field {Changed} of Account:0: [\\d,]+ instead of [\\d,]+\\.$");

        static Task ChangeAsync(IDatabase database, string prefix) => ChangeDocumentAsync(database, prefix, document => document[1..]);
    }

    [Theory]
    [InlineData("rpush")]
    [InlineData("lpush-bulk")]
    public async Task One_changed_element_of_a_list_is_found(string strategy)
    {
        var options = $$"""{"items": {{Items}}, "bulkSizes": "100"}""";

        (await RunAsync("list-push", strategy, options, Verification.Sample, ChangeAsync)).State.ShouldBe(RunState.Ok);
        (await RunAsync("list-push", strategy, options, Verification.All, ChangeAsync)).ShouldBeNoNumber()
            .ShouldStartWith("Element 1,234 of the list is \"x\" instead of");

        Task ChangeAsync(IDatabase database, string prefix) => database.ListSetByIndexAsync($"{prefix}list", Changed, "x");
    }

    private static async Task ChangeDocumentAsync(IDatabase database, string prefix, Func<byte[], byte[]> change)
    {
        var key = $"{prefix}Account:0";
        await database.HashSetAsync(key, Changed, change((byte[])(await database.HashGetAsync(key, Changed))!));
    }

    private static async Task<Run> RunAsync(
        string name, string strategy, string options, Verification verification, Func<IDatabase, string, Task> change)
    {
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Of(TestJobs.Draft(name, [strategy], options));
        job = job with { Request = job.Request with { Verify = verification } };
        var benchmark = new ChangedBenchmark(Catalogue.Default.Find(name)!, strategy, change);

        var events = await TestJobs.RunAsync(new Runner(new Catalogue([benchmark]), _ => redis.Target), job, null, Ct);

        return events.Runs().ShouldHaveSingleItem();
    }

    private sealed class ChangedBenchmark(IBenchmark benchmark, string strategy, Func<IDatabase, string, Task> change) : IBenchmark
    {
        public BenchmarkInfo Info => benchmark.Info;

        public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix) =>
            [.. benchmark.Cases(request, keyPrefix).Where(item => item.Strategy.Name == strategy).Take(1)
                .Select(item => new ChangedCase(item, database => change(database, keyPrefix)) { At = item.At })];

        public JobEstimate Estimate(JobRequest request, Coordinates at) => benchmark.Estimate(request, at);
    }

    private sealed class ChangedCase(Case inner, Func<IDatabase, Task> change) : Case(inner.Strategy)
    {
        public override Task SetupAsync(CaseContext context, CancellationToken ct) => inner.SetupAsync(context, ct);

        public override Task ExecuteAsync(CaseContext context, CancellationToken ct) => inner.ExecuteAsync(context, ct);

        public override Task CountAsync(CaseContext context, CancellationToken ct) => inner.CountAsync(context, ct);

        public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
        {
            await change(context.Database);
            await inner.VerifyAsync(context, ct);
        }

        public override Task TeardownAsync(CaseContext context, CancellationToken ct) => inner.TeardownAsync(context, ct);
    }
}

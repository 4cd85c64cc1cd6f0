using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Tests.Reporting;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Tests.Benchmarks.Insert;

/// <summary>Generated documents of several sizes.</summary>
public sealed class InsertSizesTests
{
    private const string Text = "1 KB 50%, 10 KB 40%, 100 KB 10%";

    [Fact]
    public void Each_100_fields_have_the_shares_in_an_order_that_depends_on_the_seed_only()
    {
        var workload = new InsertWorkload(new() { Items = 300, Keys = 3, Sizes = Text, DistinctPayloads = 2 }, "test:");
        int[] sizes = [.. workload.Fields.Select(field => field.Payload.Length)];

        foreach (var hundred in sizes.Chunk(100))
        {
            hundred.CountBy(size => size).OrderBy(size => size.Key).ShouldBe([new(1 << 10, 50), new(10 << 10, 40), new(100 << 10, 10)]);
            hundred.ShouldBe(sizes.Take(100));
        }

        sizes.Take(50).Distinct().Count().ShouldBe(3, "the sizes are shuffled");
        workload.PayloadCount.ShouldBe(6);
        workload.PayloadBytes.ShouldBe(sizes.Sum());
        Sizes(seed: 1).ShouldBe(Sizes(seed: 1));
        Sizes(seed: 1).ShouldNotBe(Sizes(seed: 2));

        static int[] Sizes(int seed) => SizeDistribution.Read(Text, 64, 1 << 20, out _)!.Order(seed);
    }

    [Theory]
    [InlineData("1000 100%", 1_000)]
    [InlineData("1,000 B 50%, 3000 50%", 1_000, 3_000)]
    [InlineData("  2 KB 99% ,64 1%", 64, 2_048)]
    public void Sizes_are_read(string text, params int[] sizes) => SizeDistribution.Read(text, 64, 1 << 20, out _)!.Sizes.ShouldBe(sizes);

    [Theory]
    [InlineData("1 KB 50%", "sizes must have shares that sum to 100%, not 50%.")]
    [InlineData("1 KB 50%, 1 KB 50%", "\"1 KB 50%\" is invalid.")]
    [InlineData("63 100%", "must be different sizes from 64 to 16,777,216 bytes")]
    [InlineData("1 KB", "\"1 KB\" is invalid.")]
    [InlineData("1 KB 0%, 2 KB 100%", "\"1 KB 0%\" is invalid.")]
    [InlineData("16 MB 100%", "batchSize × the largest of sizes must be at most")]
    public void Invalid_sizes_are_refused(string sizes, string message)
    {
        var draft = TestJobs.Draft("insert", ["batch"], JsonSerializer.Serialize(new { sizes }));

        draft.Validate(Catalogue.Default, ["mine"], out var errors).ShouldBeNull();

        errors[0].Message.ShouldContain(message);
    }

    [Theory]
    [InlineData("""{ "sizes": "1 KB 50%" }""", "sizes must have shares that sum to 100%, not 50%.")]
    [InlineData("""{ "sizes": "16 MB 100%", "distinctPayloads": 5 }""", "distinctPayloads × sizes must be at most 67,108,864 bytes")]
    [InlineData("""{ "payloadBytes": 1000000, "distinctPayloads": 68 }""", "distinctPayloads × payloadBytes must be at most 67,108,864 bytes")]
    [InlineData("""{ "items": 5, "keys": 6 }""", "keys must be at most items (5)")]
    public void The_documents_that_are_read_have_the_same_rules(string options, string message)
    {
        foreach (var (benchmark, strategy) in new[] { ("insert", "batch"), ("hget-decode", "gzip") })
        {
            TestJobs.Draft(benchmark, [strategy], options).Validate(Catalogue.Default, ["mine"], out var errors).ShouldBeNull();

            errors.ShouldContain(error => error.Message.Contains(message, StringComparison.Ordinal));
        }

        TestJobs.Of(TestJobs.Draft("hget-decode", ["gzip"], """{ "sizes": "16 MB 100%" }""")).ShouldNotBeNull("a read has no transaction");
    }

    [Fact]
    public void The_estimate_is_exact_for_whole_rotations_and_an_upper_bound_otherwise()
    {
        foreach (var items in new[] { 1, 99, 100, 250, 30_000 })
        {
            var request = TestJobs.Of(TestJobs.Draft("insert", ["batch"], JsonSerializer.Serialize(new { items, keys = 1, sizes = Text }))).Request;
            var bytes = ((InsertBenchmark)Catalogue.Default.Find("insert")!).Estimate(request, Coordinates.None).PayloadBytes;
            var exact = new InsertWorkload(request.OptionsAt<InsertOptions>(Coordinates.None), "test:").PayloadBytes;
            bytes.ShouldBeInRange(exact, items % 100 == 0 ? exact : exact + (100 * 100 << 10));
        }
    }

    [Fact]
    public void A_job_of_a_version_without_sizes_is_comparable_with_one_size_only()
    {
        var now = Samples.Completed with { Request = TestJobs.Of(TestJobs.Draft("insert", ["batch"], "{}")).Request };
        var before = now with { Request = now.Request with { Options = now.Request.Options.Where(option => option.Key != "sizes").ToDictionary() } };
        var sized = now with { Request = TestJobs.Of(TestJobs.Draft("insert", ["batch"], JsonSerializer.Serialize(new { sizes = Text }))).Request };

        Comparability.DifferencesBetween(before, now).ShouldBeEmpty();
        Comparability.DifferencesBetween(before, sized).ShouldHaveSingleItem().Name.ShouldBe("sizes");
        var table = Catalogue.Default.Find("insert")!.Info.Article!.Tables[0];
        table.Difference(before).ShouldBeNull();
        table.Difference(now).ShouldBeNull();
        table.Difference(sized).ShouldNotBeNull();
    }
}

using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Requests;

public sealed class CaseCountTests
{
    [Theory]
    [InlineData("insert", """{}""", 8)]
    [InlineData("insert", """{"windowBytes":[65536,131072],"payloadBytes":[1024,2048,4096]}""", 48)]
    [InlineData("insert", """{"batchSize":[50,100,200]}""", 10)]
    [InlineData("mget", """{"keysPerCall":[1,10]}""", 11)]
    [InlineData("list-push", """{}""", 14)]
    public void Each_strategy_has_a_case_for_each_combination_that_affects_it(string benchmark, string options, int count)
    {
        var (request, found) = (Read(benchmark, options, ["local"], out _)!, Catalogue.Default.Find(benchmark)!);

        CaseCount.Of(request, found.Info).ShouldBe(count);
        found.Cases(request, "p:").Count.ShouldBe(count);
        CaseCount.Of(request with { Targets = ["local", "embedded"], Clients = ["a", "b", "c"] }, found.Info).ShouldBe(6 * count);
    }

    [Fact]
    public void Too_many_cases_are_an_error_at_the_axis_with_the_most_values()
    {
        var sizes = string.Join(",", Enumerable.Range(1_000, 100));

        Read("insert", $$"""{"payloadBytes":[{{sizes}}],"windowBytes":[65536,131072]}""", ["local"], out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().ShouldBe(new("options.payloadBytes",
            "payloadBytes must have fewer values: the job has 1,600 cases (7 strategies × 100 payloadBytes × 2 windowBytes, with the floor), "
                + "and the maximum is 1,000. Fewer strategies also help."));
    }

    [Fact]
    public void Many_combinations_are_counted_and_not_created()
    {
        var values = string.Join(",", Enumerable.Range(100, 100));

        Read("insert", $$"""{"items":[{{values}}],"keys":[{{values}}],"payloadBytes":[{{values}}],"seed":[{{values}}],"batchSize":[{{values}}]}""",
            ["local"], out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().Message.ShouldContain("must have fewer values: the job has ");
    }

    [Fact]
    public void A_job_that_varies_what_its_benchmark_varies_by_default_has_no_limit()
    {
        var values = string.Join(",", Enumerable.Range(1, 100));

        Read("mget", $$"""{"keysPerCall":[{{values}}]}""", ["local", "embedded", "third"], out var errors).ShouldNotBeNull(string.Join(" ", errors));
        Read("mget", $$"""{"keysPerCall":[{{values}}],"keys":[100,200]}""", ["local", "embedded", "third"], out errors).ShouldBeNull();
        errors.ShouldHaveSingleItem().Field.ShouldBe("options.keys");
    }

    private static JobRequest? Read(string benchmark, string options, string[] targets, out IReadOnlyList<FieldError> errors) => new JobDraft
    {
        Benchmark = benchmark,
        Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!,
        Targets = targets,
    }.Validate(Catalogue.Default, targets, out errors);
}

using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Findings;

/// <summary>The code that a reader of a job can use.</summary>
public sealed class RecommendationTests
{
    private static readonly double[] Clear = [1, 1.01, 0.99];
    private static readonly double[] Noisy = [1, 1.6, 0.7];

    private static readonly BenchmarkInfo Insert = Catalogue.Default.Find("insert")!.Info;

    [Fact]
    public void The_winner_has_the_values_of_the_job()
    {
        var job = Job(Insert, [("batchSize", 250)], ("multi-exec", null, 1, Clear), ("batch", null, 2, Clear));

        var found = Recommendation.Of(job, Insert).ShouldHaveSingleItem();

        found.Strategy.Name.ShouldBe("multi-exec");
        found.Sentences.ShouldBe(["`multi-exec` is fastest."]);
        found.Code.ShouldNotBeNull().ShouldContain("documents.Chunk(250)");
    }

    [Fact]
    public void An_undecided_job_has_the_lowest_median_and_is_not_called_decided()
    {
        var job = Job(Insert, [], ("multi-exec", null, 1.1, Clear), ("batch", null, 1, Noisy));

        var found = Recommendation.Of(job, Insert).ShouldHaveSingleItem();

        found.Strategy.Name.ShouldBe("batch");
        found.Sentences.ShouldBe(["The fastest strategy is not decided. `batch` has the lowest median so far."]);
    }

    [Theory]
    [InlineData(JobState.Cancelled)]
    [InlineData(JobState.Failed)]
    [InlineData(JobState.Interrupted)]
    [InlineData(JobState.Running)]
    public void A_job_that_is_not_completed_has_none(JobState state) =>
        Recommendation.Of(Job(Insert, [], ("multi-exec", null, 1, Clear), ("batch", null, 2, Clear)) with { State = state }, Insert).ShouldBeEmpty();

    [Fact]
    public void A_job_with_too_few_rounds_or_of_an_unknown_benchmark_has_none()
    {
        var job = Job(Insert, [], ("multi-exec", null, 1, Clear[..1]), ("batch", null, 2, Clear[..1]));

        Recommendation.Of(job, Insert).ShouldBeEmpty();
        Recommendation.Of(Job(Insert, [], ("multi-exec", null, 1, Clear), ("batch", null, 2, Clear)), null).ShouldBeEmpty();
    }

    [Fact]
    public void The_code_of_an_article_is_not_for_use()
    {
        var job = Job(Insert, [], ("batch-as-published", null, 1, Clear), ("batch", null, 2, Clear));

        var found = Recommendation.Of(job, Insert).ShouldHaveSingleItem();

        found.Strategy.Name.ShouldBe("batch-as-published");
        found.Code.ShouldBeNull();
    }

    [Fact]
    public void The_only_strategy_of_a_job_is_not_called_the_fastest() =>
        Recommendation.Of(Job(Insert, [], ("hset", null, 1, Clear)), Insert).ShouldHaveSingleItem().Sentences
            .ShouldBe(["`hset` is the only strategy with enough runs."]);

    [Fact]
    public void Each_kind_of_work_has_its_own_at_the_largest_point()
    {
        var info = Catalogue.Default.Find("pipelining")!.Info;
        var job = Job(info, [],
            ("pipelined", 10, 2, Clear), ("mset", 10, 1, Clear), ("pipelined", 1_000, 1, Clear), ("mset", 1_000, 2, Clear),
            ("incr-pipelined", 1_000, 1, Clear), ("incr-multi-exec", 1_000, 2, Clear));

        var found = Recommendation.Of(job, info);

        found.Select(each => each.Strategy.Name).ShouldBe(["pipelined", "incr-pipelined"]);
        found[0].Code.ShouldNotBeNull().ShouldContain("pairs.Chunk(1_000)");
        found[0].Sentences.ShouldHaveSingleItem().ShouldBe("To set values at 1,000 writes in a batch, `pipelined` is fastest.");
    }

    [Fact]
    public void Places_with_the_same_code_are_one()
    {
        var job = Job(Insert, [], ("hset", null, 1, Clear), ("multi-exec", null, 2, Clear));
        var both = job with
        {
            Request = job.Request with { Targets = ["embedded", "local"] },
            Cases = [.. job.Cases, .. job.Cases.Select(@case => @case.At("target", "local"))],
        };

        Recommendation.Of(both, Insert).ShouldHaveSingleItem().Sentences
            .ShouldBe(["On `embedded`, `hset` is fastest.", "On `local`, `hset` is fastest."]);
    }

    [Fact]
    public void Strategies_that_are_no_alternatives_have_the_point_of_their_last_gain()
    {
        var info = Catalogue.Default.Find("connections")!.Info;
        var steady = Enumerable.Range(0, 10).Select(round => 1 + (0.001 * round)).ToArray();
        var job = Job(info, [], ("get", 1, 2, steady), ("get", 2, 1, steady), ("get", 4, 1, steady), ("get", 8, 1, steady));

        var found = Recommendation.Of(job, info).ShouldHaveSingleItem();

        found.Code.ShouldNotBeNull().ShouldContain("Enumerable.Range(0, 2)");
        found.Sentences.ShouldBe(["At 2 connections, `get` has its last gain."]);
    }

    private static JobDocument Job(
        BenchmarkInfo info, (string Name, object Value)[] options, params (string Strategy, double? Point, double Seconds, double[] Noise)[] cases)
    {
        var request = Samples.Completed.Request with
        {
            Benchmark = info.Name,
            Strategies = [.. cases.Select(@case => @case.Strategy).Distinct()],
            Options = options.ToDictionary(option => option.Name, option => JsonSerializer.SerializeToElement(option.Value)),
            Runs = cases.Max(@case => @case.Noise.Length),
            Warmups = 0,
        };
        if (cases.Select(@case => @case.Point).OfType<double>().Distinct().Order().ToArray() is { Length: > 0 } points)
        {
            request = request.Varying(info, points);
        }

        CaseResult[] results =
        [
            .. cases.Select(@case => TestCases.Of(
                @case.Strategy, "embedded", @case.Point,
                [
                    .. @case.Noise.Select((factor, round) => new Run
                    {
                        Round = round,
                        Warmup = false,
                        State = RunState.Ok,
                        Verified = true,
                        Seconds = @case.Seconds * factor,
                        Operations = 1_000,
                    }),
                ],
                info.MainAxis ?? TestCases.Axis)),
        ];
        return Samples.Completed with { Benchmark = info.Name, Request = request, Cases = BenchmarkSummaries.Of(results, info, request) };
    }
}

using System.Diagnostics;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Reporting;

namespace RedisPerf.Core.Tests.Benchmarks.Load;

public sealed class LoadObjectiveTests
{
    private static readonly IBenchmark Benchmark = Catalogue.Default.Find("load")!;

    [Theory]
    [InlineData("p99=2ms", 1_000)]
    [InlineData("p99.9 = 5 ms, p50=500us", 10_000)]
    [InlineData("p90=0.5s,errors=0", 100)]
    [InlineData("errors=0", 1_000)]
    public void A_probe_has_enough_operations_for_each_percentile(string text, int operations)
    {
        LoadObjective.Read(text, out var wrong)!.MinOperations.ShouldBe(operations);

        wrong.ShouldBeNull();
    }

    [Theory]
    [InlineData("p99", "p99")]
    [InlineData("p98=2ms", "p98=2ms")]
    [InlineData("p99=2", "p99=2")]
    [InlineData("p99=0ms", "p99=0ms")]
    [InlineData("p99=2ms,p99=3ms", "p99=3ms")]
    [InlineData("p99=2ms,errors=1", "errors=1")]
    [InlineData("p99=2ms,", "")]
    public void An_invalid_objective_names_the_valid_ones(string text, string part)
    {
        LoadObjective.Read(text, out var wrong).ShouldBeNull();

        wrong.ShouldBe("must be limits of different percentiles from 1 µs to 60 s, errors=0, or several of these, such as p99=2ms, p99.9=5ms or "
            + $"p50=500us,errors=0; the percentiles are p50, p90, p99 and p99.9; \"{part}\" is invalid.");
    }

    [Theory]
    [InlineData(0.5, 0.9, 0, 1, 0, 0, ProbeOutcome.Held)]
    [InlineData(0.9, 1.1, 0, 1, 0, 0, ProbeOutcome.Close)]
    [InlineData(1.1, 1.2, 0, 1, 0, 0, ProbeOutcome.Missed)]
    [InlineData(0.5, 0.9, 1, 1, 0, 0, ProbeOutcome.Missed)]
    [InlineData(0.5, 0.9, 0, 0.9, 0, 0, ProbeOutcome.Missed)]
    [InlineData(1.1, 1.2, 0, 1, 0.3, 0, ProbeOutcome.Generator)]
    [InlineData(1.1, 1.2, 0, 1, 0, 0.95, ProbeOutcome.Generator)]
    [InlineData(0.5, 0.9, 0, 1, 0.3, 0.95, ProbeOutcome.Held)]
    public void The_interval_of_the_percentile_decides(
        double low, double high, double errors, double achieved, double lag, double cpu, ProbeOutcome expected) =>
        LoadObjective.Read("p99=2ms", out _)!.OutcomeOf(Run(1, 1_000, low, high, errors, achieved, lag, cpu)).ShouldBe(expected);

    [Theory]
    [InlineData(0.00003)]
    [InlineData(0.0002)]
    [InlineData(0.01)]
    [InlineData(7)]
    public void Each_end_of_the_interval_includes_its_step_of_the_histogram_which_no_verdict_depends_on(double latency)
    {
        var histogram = new LatencyHistogram();
        for (var number = 0; number < 10_000; number++)
        {
            histogram.Record((long)(latency * Stopwatch.Frequency));
        }

        var (low, high) = histogram.PercentileInterval(0.99)!.Value;
        low.ShouldBeLessThanOrEqualTo(latency);
        high.ShouldBeGreaterThan(latency);
        ((high - low) / latency).ShouldBeLessThan(Verdicts.Margin / 5);
        histogram.PercentileInterval(0.9999).ShouldBeNull();
    }

    [Fact]
    public void A_search_has_one_case_for_each_strategy_and_runs_until_it_is_decided()
    {
        var request = Read("""{"slo": "p99=2ms", "rates": "1000, 2000, 5000, 10000, 20000"}""", out _)!;

        request.Axes.ShouldNotContain(axis => axis.Name == "rates");
        request.Until.ShouldBe(RunUntil.Decided);
        request.Baseline.ShouldBeNull();
        Benchmark.Cases(request, "p:").Select(@case => @case.Strategy.Name).ShouldBe(["open-loop", "closed-loop"]);
        JobTitle.OfWork(request, Benchmark.Info).Replace('\u00A0', ' ').ShouldBe("load · 10,000 × 100 B · p99=2ms · 80% reads");
        JobDraft.Of(request, null).Validate(Catalogue.Default, ["embedded"], out _)!.Options["rates"].GetInt32().ShouldBe(1_000);
    }

    [Theory]
    [InlineData("""{"slo": "p99=2ms", "rates": "1000, 2000"}""", "options.rates", "rates must be one value with slo: the first one of the search.")]
    [InlineData("""{"slo": "fast"}""", "options.slo", "slo must be limits of different percentiles")]
    public void Rejects_what_a_search_cannot_use(string options, string field, string message)
    {
        Read(options, out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().Field.ShouldBe(field);
        errors[0].Message.ShouldStartWith(message);
    }

    [Fact]
    public void The_answer_is_an_interval_with_its_price_and_the_summary_is_that_of_one_rate()
    {
        var document = Document("""{"slo": "p99=2ms", "pricePerHour": 0.36}""", 2_000, ProbeOutcome.Missed);
        var @case = document.Cases[0];

        Headline.Of(document, Benchmark.Info).ShouldBe(
            "`open-loop`, p99=2ms: 2,000 to 2,120 operations per second, 95%; 0.050 per million operations at the lower end.");
        @case.Summary!.Count.ShouldBe(2);
        @case.Summary.Median.ShouldBe(2e-3, 1e-9);
        @case.Summary.Figures!["heldRate"].ShouldBe(2_000);
        @case.Summary.Figures["missedRate"].ShouldBe(2_120);
        BenchmarkSummaries.AreDecided(document.Cases, Benchmark.Info, document.Request).ShouldBeTrue();
        JobVerdict.Of(document, Benchmark.Info).Conditions.ShouldStartWith("The job ended after 9 rounds: each search is decided.");
    }

    [Fact]
    public void A_generator_that_is_the_limit_has_no_rate()
    {
        var document = Document("""{"slo": "p99=2ms", "pricePerHour": 0.36}""", 2_000, ProbeOutcome.Generator);

        Headline.Of(document, Benchmark.Info).ShouldBe("`open-loop`, p99=2ms: bound by the generator, which was late or used all its CPU time.");
        document.Cases[0].Summary!.Figures!.Keys.ShouldNotContain("heldRate");
        document.Cases[0].Summary!.Figures!.Keys.ShouldNotContain("pricePerMillion");
    }

    private static JobDocument Document(string options, int capacity, ProbeOutcome above)
    {
        var request = Read(options, out _)! with { Strategies = ["open-loop"] };
        var @case = TestCases.Of("open-loop", "embedded", null, []);
        while (Benchmark.Info.Search!.Find(@case, request).Next is { } rate)
        {
            var isOver = rate > capacity;
            var lag = isOver && above == ProbeOutcome.Generator ? 1 : 0;
            var run = Run(@case.Runs.Count + 1, rate, isOver ? 1.5 : 0.5, isOver ? 2 : 0.9, 0, 1, lag, 0);
            @case = @case with { Runs = [.. @case.Runs, run] };
        }

        return Samples.Completed with { Request = request, Cases = BenchmarkSummaries.Of([@case], Benchmark.Info, request) };
    }

    private static JobRequest? Read(string options, out IReadOnlyList<FieldError> errors) => new JobDraft
    {
        Benchmark = "load",
        Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!,
    }.Validate(Catalogue.Default, ["embedded"], out errors);

    private static Run Run(int round, int rate, double low, double high, double errors, double achieved, double lag, double cpu) => new()
    {
        Round = round,
        Warmup = false,
        State = RunState.Ok,
        Verified = true,
        Seconds = 5,
        Operations = 5 * rate,
        Client = new(cpu * 5 * 2, null, null),
        Figures = new Dictionary<string, double>
        {
            ["generatorCores"] = 2,
            ["latencyMean"] = rate * 1e-6,
            ["probeRate"] = rate,
            ["achieved"] = achieved * rate,
            ["objectiveLow"] = low,
            ["objectiveHigh"] = high,
            ["errors"] = errors,
            ["objectiveLag"] = lag,
        },
    };
}

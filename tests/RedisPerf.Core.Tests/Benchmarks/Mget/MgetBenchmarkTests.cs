using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Reporting;

namespace RedisPerf.Core.Tests.Benchmarks.Mget;

public class MgetBenchmarkTests
{
    private static readonly IBenchmark Benchmark = Catalogue.Default.Find("mget")!;

    [Fact]
    public void Default_sweep_has_the_34_points_of_the_article()
    {
        var cases = Benchmark.Cases(Request("{}", out _)!, "test:");

        cases.GroupBy(@case => @case.Strategy.Name).Select(group => (group.Key, group.Count()))
            .ShouldBe(Benchmark.Info.Strategies.Where(strategy => strategy.IsDefault).Select(strategy => (strategy.Name, 34))
                .Append(("reference", 1)));
        cases.Where(@case => @case.Strategy.Name == "mget").Select(@case => @case.At.Number("keysPerCall")).ShouldBe(
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 25, 32, 40, 50, 60, 80, 100, 200, 500, 800, 1000, 2000,
                5000, 8000, 10000]);
    }

    [Fact]
    public void Strategies_that_read_keys_share_the_loaded_data()
    {
        var cases = Benchmark.Cases(Request("""{"keysPerCall": "1, 10"}""", out _)!, "test:");

        cases.GroupBy(@case => @case.Shared).Select(group => group.Count()).ShouldBe([8, 2, 1]);
    }

    [Fact]
    public void Reports_an_invalid_list_of_points_at_its_field()
    {
        Request("""{"keysPerCall": "1, many"}""", out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().ShouldBe(
            new("options.keysPerCall", "keysPerCall must be a whole number from 1 to 100,000, not \"many\"."));
    }

    [Fact]
    public void Table_has_the_columns_of_the_article()
    {
        // A call with one key takes 50 µs, with 100 keys 200 µs.
        CaseResult[] cases = [Case(1, calls: 4_000, p99: 0.0002), Case(100, calls: 1_000, p99: null)];

        var request = Samples.Completed.Request.Varying(Benchmark.Info, 1, 100) with { Baseline = "mget" };
        var figures = BenchmarkSummaries.Of(cases, Benchmark.Info, request).Select(@case => @case.Summary!.Figures!).ToArray();

        Close(figures[0], new()
        {
            ["secondsPerCall"] = 0.00005,
            ["callsPerSecond"] = 20_000,
            ["singleKeyShare"] = 1,
            ["lgKeys"] = 0,
            ["keysPerSecond"] = 20_000,
            ["bytesPerSecond"] = 100_000,
            ["callMedian"] = 0.00004,
            ["callPercentile99"] = 0.0002,
            ["calls"] = 4_000,
        });
        Close(figures[1], new()
        {
            ["secondsPerCall"] = 0.0002,
            ["callsPerSecond"] = 5_000,
            ["singleKeyShare"] = 0.25,
            ["lgKeys"] = 2,
            ["keysPerSecond"] = 500_000,
            ["bytesPerSecond"] = 2_500_000,
            ["callMedian"] = 0.00004,
            ["calls"] = 1_000,
        });
    }

    private static void Close(IReadOnlyDictionary<string, double> figures, Dictionary<string, double> expected)
    {
        figures.Keys.ShouldBe(expected.Keys);
        foreach (var (name, value) in expected)
        {
            figures[name].ShouldBe(value, 1e-9 * Math.Max(1, value), name);
        }
    }

    private static CaseResult Case(long keys, long calls, double? p99)
    {
        var figures = new Dictionary<string, double> { ["callMedian"] = 0.00004 };
        if (p99 is { } percentile)
        {
            figures["callPercentile99"] = percentile;
        }

        var run = new Run
        {
            Round = 1,
            Warmup = false,
            State = RunState.Ok,
            Verified = true,
            Seconds = 0.2,
            Operations = calls,
            PayloadBytes = calls * keys * 5,
            Figures = figures
        };
        return TestCases.Of("mget", "embedded", keys, [run], "keysPerCall");
    }

    private static JobRequest? Request(string options, out IReadOnlyList<FieldError> errors)
    {
        var draft = new JobDraft { Benchmark = "mget", Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)! };
        return draft.Validate(Catalogue.Default, ["embedded"], out errors);
    }
}

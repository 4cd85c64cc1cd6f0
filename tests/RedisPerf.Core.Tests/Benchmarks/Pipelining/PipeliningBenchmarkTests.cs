using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Pipelining;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Reporting;

namespace RedisPerf.Core.Tests.Benchmarks.Pipelining;

public sealed class PipeliningBenchmarkTests
{
    private static readonly PipeliningBenchmark Benchmark = new();

    [Fact]
    public void A_batch_has_its_case_where_the_run_is_as_long_and_what_waits_for_each_reply_has_one()
    {
        var request = Read("""{"items": 1000, "increments": 50, "batchSizes": "1000, 1, 100"}""", out var errors);

        errors.ShouldBeEmpty();
        var cases = Benchmark.Cases(request!, "p:").ToLookup(@case => @case.Strategy.Name, @case => @case.Point);
        cases.Select(points => points.Key).ShouldBe(Benchmark.Info.Strategies.Select(strategy => strategy.Name), ignoreOrder: true);
        cases["one-by-one"].ShouldBe([null]);
        cases["mset"].ShouldBe([1, 100, 1000]);
        cases["incr-pipelined"].ShouldBe([1]);
    }

    [Theory]
    [InlineData("""{"batchSizes": "1, 10001"}""", "batchSizes must be whole numbers from 1 to 10,000, separated by commas; \"10001\" is not one.")]
    [InlineData("""{"batchSizes": ""}""", "batchSizes must name 1 to 100 points, separated by commas; this names 0.")]
    [InlineData("""{"batchSizes": "5000", "increments": 1000}""", "batchSizes must name a size of at most 1,000, the fewest writes of a run (items or increments), so that every strategy has a batch; the smallest is 5,000.")]
    public void Sizes_that_no_run_has_are_refused(string options, string message)
    {
        Read(options, out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().ShouldBe(new FieldError("options.batchSizes", message));
    }

    [Fact]
    public void The_model_gives_a_write_its_share_of_the_round_trip_and_the_service_of_the_largest_batch()
    {
        // 1 ms of round trip, 2 µs of service, and at a batch of ten something that the model does not know.
        var document = Document((1, 0.001002), (10, 0.000150), (1000, 0.000003));

        var line = Benchmark.Info.Lines!(document).ShouldHaveSingleItem();

        (line.Target, line.Strategy).ShouldBe(("embedded", "pipelined"));
        line.Points.Select(point => point.Point).ShouldBe([1, 10, 1000]);
        line.Points.Select(point => Math.Round(point.Seconds * 1e6, 6)).ShouldBe([1002, 102, 3]);
    }

    [Fact]
    public void Of_a_single_point_or_an_unknown_round_trip_there_is_no_model()
    {
        Benchmark.Info.Lines!(Document((1, 0.001))).ShouldBeEmpty();
        var unknown = Document((1, 0.001), (10, 0.0001));
        unknown = unknown with { Environment = unknown.Environment! with { Targets = [unknown.Environment.Targets[0] with { RoundTrip = null }] } };
        Benchmark.Info.Lines!(unknown).ShouldBeEmpty();
    }

    [Fact]
    public void The_times_are_those_of_one_write_so_that_fewer_increments_are_not_faster_for_it()
    {
        var document = Document((1, 0.001));

        document.Cases[0].Summary!.Median.ShouldBe(0.001, 1e-12);
        document.Cases[0].Summary!.Figures!["run"].ShouldBe(0.5, 1e-12);
        document.Cases[0].Summary!.Figures!["roundTripShare"].ShouldBe(0.8, 1e-12);
        document.Cases[0].Summary!.Figures!.Keys.ShouldNotContain("latencyMedian");
    }

    private static JobRequest? Read(string options, out IReadOnlyList<FieldError> errors) => new JobDraft
    {
        Benchmark = "pipelining",
        Strategies = [.. Benchmark.Info.Strategies.Select(strategy => strategy.Name)],
        Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!,
    }.Validate(new Catalogue([Benchmark]), ["embedded"], out errors);

    // Of 500 writes each.
    private static JobDocument Document(params (long Batch, double SecondsPerWrite)[] points)
    {
        var cases = points.Select(point => new CaseResult(Pipelined.Info.Name, "embedded", point.Batch, [Run(point.SecondsPerWrite)], null)).ToArray();
        var environment = Samples.Completed.Environment!;
        return Samples.Completed with
        {
            Environment = environment with { Targets = [environment.Targets[0] with { RoundTrip = 0.001 }] },
            Cases = BenchmarkSummaries.Of(cases, Benchmark.Info, Samples.Completed.Request with { Baseline = "one-by-one" }),
        };
    }

    private static Run Run(double secondsPerWrite) => new()
    {
        Round = 1,
        Warmup = false,
        State = RunState.Ok,
        Verified = true,
        Seconds = 500 * secondsPerWrite,
        Operations = 500,
        Figures = new Dictionary<string, double> { ["roundTrips"] = 0.4 },
    };
}

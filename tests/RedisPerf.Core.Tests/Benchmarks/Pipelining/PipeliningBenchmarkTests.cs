using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Pipelining;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Reporting;

namespace RedisPerf.Core.Tests.Benchmarks.Pipelining;

public sealed class PipeliningBenchmarkTests
{
    private static readonly PipeliningBenchmark Benchmark = new();

    [Fact]
    public void Batch_sizes_up_to_the_writes_of_a_run_have_a_case()
    {
        var request = Read("""{"items": 1000, "increments": 50, "batchSizes": "1000, 1, 100"}""", out var errors);

        errors.ShouldBeEmpty();
        var cases = Benchmark.Cases(request!, "p:").ToLookup(@case => @case.Strategy.Name, @case => @case.At.Number("batchSizes"));
        cases.Select(points => points.Key).ShouldBe(Benchmark.Info.Strategies.Select(strategy => strategy.Name), ignoreOrder: true);
        cases["one-by-one"].ShouldBe([null]);
        cases["mset"].ShouldBe([1, 100, 1000]);
        cases["incr-pipelined"].ShouldBe([1]);
    }

    [Theory]
    [InlineData("""{"batchSizes": "1, 10001"}""", "batchSizes must be a whole number from 1 to 10,000, not \"10001\".")]
    [InlineData("""{"batchSizes": ""}""", "batchSizes must be a whole number from 1 to 10,000, not nothing.")]
    [InlineData("""{"batchSizes": "5000", "increments": 1000}""", "batchSizes must have a size of at most 1,000 (the smaller of items and "
        + "increments), so that every strategy has a batch; the smallest is 5,000.")]
    public void Rejects_batch_sizes_above_the_writes_of_a_run(string options, string message)
    {
        Read(options, out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().ShouldBe(new FieldError("options.batchSizes", message));
    }

    [Fact]
    public void Model_adds_round_trip_per_write_and_service_time()
    {
        // A round trip of 1 ms, a service time of 2 µs, and at a batch size of 10 a time that differs from the model.
        var document = Document((1, 0.001002), (10, 0.000150), (1000, 0.000003));

        var line = Benchmark.Info.Lines!(document).ShouldHaveSingleItem();

        (line.Target, line.Strategy).ShouldBe(("embedded", "pipelined"));
        line.Points.Select(point => point.Point).ShouldBe([1, 10, 1000]);
        line.Points.Select(point => Math.Round(point.Seconds * 1e6, 6)).ShouldBe([1002, 102, 3]);
    }

    [Fact]
    public void Model_of_several_nodes_divides_the_round_trip_by_their_number()
    {
        var document = Document((1, 0.000502), (10, 0.000150), (1000, 0.0000025));

        var line = Benchmark.Info.Lines!(document with { Request = document.Request with { LoadFrom = 2 } }).ShouldHaveSingleItem();

        line.Label.ShouldBe("model: round trip ÷ batch ÷ 2 nodes + service time");
        line.Points.Select(point => Math.Round(point.Seconds * 1e6, 6)).ShouldBe([502, 52, 2.5]);
    }

    [Fact]
    public void Nodes_write_the_same_values_together_and_have_their_own_counters()
    {
        var (options, whole) = (new PipeliningOptions { Items = 301, Increments = 103 }, new PipeliningWorkload(new() { Items = 301 }, "p:"));

        PipeliningWorkload[] shares = [.. WorkShare.Of(2).Select(share => new PipeliningWorkload(options, "p:", share))];

        shares.SelectMany(share => share.Pairs).ShouldBe(whole.Pairs);
        shares.Select(share => share.Increments).ShouldBe([52, 51]);
        shares.Select(share => (string)share.Counter!).ShouldBe(["p:0:counter", "p:1:counter"]);
    }

    [Fact]
    public void Model_requires_two_points_and_a_round_trip()
    {
        Benchmark.Info.Lines!(Document((1, 0.001))).ShouldBeEmpty();
        var unknown = Document((1, 0.001), (10, 0.0001));
        unknown = unknown with { Environment = unknown.Environment! with { Targets = [unknown.Environment.Targets[0] with { RoundTrip = null }] } };
        Benchmark.Info.Lines!(unknown).ShouldBeEmpty();
    }

    [Fact]
    public void Times_are_per_write()
    {
        var document = Document((1, 0.001));

        document.Cases[0].Summary!.Median.ShouldBe(0.001, 1e-12);
        document.Cases[0].Summary!.Figures!["run"].ShouldBe(0.5, 1e-12);
        document.Cases[0].Summary!.Figures!["roundTripShare"].ShouldBe(0.8, 1e-12);
        document.Cases[0].Summary!.Figures!.Keys.ShouldNotContain("latencyMedian");
    }

    [Fact]
    public void Values_and_increments_have_an_answer_each()
    {
        var document = Completed("one-by-one", "pipelined", "incr-one-by-one", "incr-pipelined");

        JobVerdict.Of(document, Benchmark.Info).Answers.ShouldBe(
        [
            "To set values, `pipelined` with 10 writes in a batch is 50.0× as fast (50.0–50.0) as waiting for each reply (`one-by-one`): "
                + "2.00 µs instead of 100.00 µs per write.",
            "To increment a counter, `incr-pipelined` with 10 writes in a batch is 90.0× as fast (90.0–90.0) as waiting for each reply "
                + "(`incr-one-by-one`): 1.00 µs instead of 90.00 µs per write.",
        ]);
        JobRanking.Leaders(document, Benchmark.Info).Select(@case => @case.Strategy).ShouldBe(["pipelined", "incr-pipelined"], ignoreOrder: true);
        BenchmarkSummaries.AreDecided(document.Cases, Benchmark.Info, document.Request).ShouldBeTrue();
        var table = new CaseTable(document.Request, Benchmark.Info, document.Cases);
        table.Columns.Single(column => column.Name == "against").Header.ShouldBe("vs baseline");
        document.Cases.Select(@case => table.Row(@case).Cells["against"].Text)
            .ShouldBe(["baseline", "0.020× (0.020–0.020) faster", "baseline", "0.011× (0.011–0.011) faster"]);
    }

    [Fact]
    public void A_job_of_one_kind_of_work_does_not_name_it()
    {
        var document = Completed("incr-one-by-one", "incr-pipelined");

        JobVerdict.Of(document, Benchmark.Info).Answers.ShouldHaveSingleItem()
            .ShouldStartWith("`incr-pipelined` with 10 writes in a batch is 90.0× as fast (90.0–90.0) as waiting for each reply");
        new CaseTable(document.Request, Benchmark.Info, document.Cases).Columns.Single(column => column.Name == "against").Header
            .ShouldBe("vs incr-one-by-one");
    }

    // The baseline of the request is the first strategy.
    private static JobDocument Completed(params string[] strategies)
    {
        var seconds = new Dictionary<string, double>
        { ["one-by-one"] = 100e-6, ["pipelined"] = 2e-6, ["incr-one-by-one"] = 90e-6, ["incr-pipelined"] = 1e-6 };
        var request = Samples.Completed.Request with
        { Benchmark = "pipelining", Strategies = strategies, Baseline = strategies[0], Targets = ["embedded"], Runs = 3 };
        request = request.Varying(Benchmark.Info, 10);
        var cases = strategies.Select(strategy => TestCases.Of(
            strategy, "embedded", strategy.EndsWith("pipelined", StringComparison.Ordinal) ? 10 : null,
            [.. Enumerable.Range(1, 3).Select(round => Run(seconds[strategy]) with { Round = round })], "batchSizes"));
        return Samples.Completed with
        { Benchmark = "pipelining", Request = request, Cases = BenchmarkSummaries.Of([.. cases], Benchmark.Info, request) };
    }

    private static JobRequest? Read(string options, out IReadOnlyList<FieldError> errors) => new JobDraft
    {
        Benchmark = "pipelining",
        Strategies = [.. Benchmark.Info.Strategies.Select(strategy => strategy.Name)],
        Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!,
    }.Validate(new Catalogue([Benchmark]), ["embedded"], out errors);

    // 500 writes each.
    private static JobDocument Document(params (long Batch, double SecondsPerWrite)[] points)
    {
        var cases =
            points.Select(point => TestCases.Of(Pipelined.Info.Name, "embedded", point.Batch, [Run(point.SecondsPerWrite)], "batchSizes")).ToArray();
        var environment = Samples.Completed.Environment!;
        var request = Samples.Completed.Request.Varying(Benchmark.Info, [.. points.Select(point => point.Batch)]);
        return Samples.Completed with
        {
            Request = request,
            Environment = environment with { Targets = [environment.Targets[0] with { RoundTrip = 0.001 }] },
            Cases = BenchmarkSummaries.Of(cases, Benchmark.Info, request with { Baseline = "one-by-one" }),
        };
    }

    // The PING at the start of the job can be slower than a round trip of the run.
    [Fact]
    public void Round_trips_take_at_most_the_whole_run() =>
        Document((1, 0.0007)).Cases[0].Summary!.Figures!["roundTripShare"].ShouldBe(1, 1e-12);

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

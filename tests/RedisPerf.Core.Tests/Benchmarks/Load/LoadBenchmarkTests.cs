using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Payloads;
using RedisPerf.Core.Tests.Reporting;

namespace RedisPerf.Core.Tests.Benchmarks.Load;

public sealed class LoadBenchmarkTests
{
    private static readonly IBenchmark Benchmark = Catalogue.Default.Find("load")!;

    private static readonly JobRequest Request = Samples.Completed.Request.Varying(Benchmark.Info, 500, 1_000, 10_000, 20_000);

    [Theory]
    [InlineData(
        """{"rates": "1000, fast"}""", "options.rates", "rates must be a whole number from 1 to 1,000,000, not \"fast\".")]
    [InlineData("""{"rates": "1000, 500000", "secondsPerRun": 60}""", "options.rates",
        "rates must have at most 10,000,000 operations in a run; 500,000 per second for 60 s are more.")]
    [InlineData("""{"keys": 100000, "payloadBytes": 16384}""", "options.keys", "keys must be at most 65,536 with values of 16,384 bytes: 1 GB.")]
    [InlineData("""{"keys": 100000, "sizes": "1 KB 50%, 100 KB 50%"}""", "options.keys",
        "keys must be at most 20,763 with values of 51,712 bytes on average: 1 GB.")]
    [InlineData("""{"sizes": "1 KB 50%"}""", "options.sizes", "sizes must have shares that sum to 100%, not 50%.")]
    public void Rejects_too_much_work(string options, string field, string message)
    {
        Read(options, out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().ShouldBe(new FieldError(field, message));
    }

    [Fact]
    public void Each_strategy_has_a_case_for_each_rate() =>
        Benchmark.Cases(Read("""{"rates": "5000, 100"}""", out _)!, "p:").Select(@case => (@case.Strategy.Name, @case.At.Number("rates")))
            .ShouldBe([("open-loop", 100), ("open-loop", 5_000), ("closed-loop", 100), ("closed-loop", 5_000), ("reference", null)]);

    [Fact]
    public void Operations_have_the_shares_of_the_options()
    {
        var workload = new LoadWorkload(new() { Rate = 100_000, SecondsPerRun = 1, Keys = 1_000, ReadShare = 70, MissShare = 20 }, "p:");

        var operations = Enumerable.Range(0, 100_000).Select(workload.Operation).ToArray();

        operations.Count(operation => operation.IsRead).ShouldBeInRange(69_000, 71_000);
        operations.Count(operation => !workload.Exists(operation)).ShouldBeInRange(13_000, 15_000);
        operations.Where(operation => !operation.IsRead).ShouldAllBe(operation => workload.Exists(operation));
    }

    [Fact]
    public void Keys_of_a_large_job_have_values_of_the_declared_size_that_differ_from_the_written_ones()
    {
        var workload = new LoadWorkload(new() { Rate = 1, Keys = 1_000_000, PayloadBytes = 8 }, "p:");

        foreach (var key in Enumerable.Range(0, 1_000_000).Where(key => key % 7 == 0 || key > 999_990))
        {
            workload.Values.Loaded(key).Length.ShouldBe(8);
            workload.Values.Loaded(key).Span.SequenceEqual(workload.Values.Written(key).Span).ShouldBeFalse();
        }
    }

    [Fact]
    public void Latency_is_compared_and_the_saturation_point_is_a_finding()
    {
        // Less than 95% of the lowest rate was achieved too, but more of the next one: noise.
        CaseResult[] cases = [Case(500, achieved: 300, latency: 0.0001), Case(1_000, achieved: 999, latency: 0.0002),
            Case(20_000, achieved: 12_000, latency: 0.8), Case(10_000, achieved: 9_000, latency: 0.4)];

        var summarized = BenchmarkSummaries.Of(cases, Benchmark.Info, Request with { Baseline = "open-loop" });

        summarized.Select(@case => @case.Summary!.Median).ShouldBe([0.0001, 0.0002, 0.8, 0.4]);
        summarized.Select(@case => @case.Summary!.Figures!.TryGetValue("saturation", out var achieved) ? achieved : 0).ShouldBe([0, 0, 0, 9_000]);
        JobFindings.Details(Samples.Completed with { Request = Request, Cases = summarized }, Benchmark.Info)
            .ShouldContain("`open-loop` at 10,000 is the saturation point: it achieved 9000 operations per second, less than 95% of the rate.");
    }

    [Fact]
    public void The_saturation_point_is_marked_in_the_chart()
    {
        CaseResult[] cases = [Case(1_000, achieved: 999, latency: 0.0002), Case(10_000, achieved: 9_000, latency: 0.0003),
            Case(20_000, achieved: 12_000, latency: 0.0003)];
        var document = Samples.Completed with
        { Request = Request, Cases = BenchmarkSummaries.Of(cases, Benchmark.Info, Request with { Baseline = "open-loop" }) };

        Curve.Of(document, Benchmark.Info)!.Marks.Select(mark => (mark.Strategy, mark.Point, mark.Label))
            .ShouldBe([("open-loop", 10_000, "saturated at 10,000")]);
        JobFindings.Details(document, Benchmark.Info).Count(sentence => sentence.Contains("saturation point")).ShouldBe(1);
        Curve.Of(document with { Cases = [document.Cases[0]] }, Benchmark.Info)!.Marks.ShouldBeEmpty();
    }

    [Fact]
    public void Reads_of_missing_keys_are_in_the_title_and_the_table()
    {
        var request = Read("""{"missShare": 5, "sizes": "100 90%, 1 KB 10%", "arrivals": "poisson"}""", out _)!;
        CaseResult[] cases = [Case(1_000, achieved: 1_000, latency: 0.0002, hitRate: 0.95),
            Case(2_000, achieved: 2_000, latency: 0.0002, hitRate: 1)];
        var document = Samples.Completed with { Request = request, Cases = BenchmarkSummaries.Of(cases, Benchmark.Info, request) };

        JobTitle.OfWork(request, Benchmark.Info).Replace('\u00A0', ' ')
            .ShouldBe("load · 10,000 × 100 B, 1 KB · 80% reads · 5% of the reads miss · Poisson arrivals · 1,000–20,000 operations/s");
        JobTitle.OfWork(Read("{}", out _)!, Benchmark.Info).Replace('\u00A0', ' ')
            .ShouldBe("load · 10,000 × 100 B · 80% reads · 1,000–20,000 operations/s");
        var table = new CaseTable(request, Benchmark.Info, document.Cases);
        table.Columns.Where(column => column.IsDefault && column.Name.StartsWith("figure-", StringComparison.Ordinal)).Select(column => column.Name)
            .ShouldBe(["figure-p99", "figure-p999", "figure-achieved", "figure-hitRate"]);
        table.Row(document.Cases[0]).Notices.ShouldHaveSingleItem().Text.ShouldBe("5.00 reads of missing keys %");
        table.Row(document.Cases[1]).Notices.ShouldBeEmpty();
    }

    [Fact]
    public void The_estimate_and_the_limits_are_those_of_the_payload()
    {
        using var payload = SamplePayload.Of(new byte[1_000], new byte[3_000]);
        var request = Read("""{"rates": "100", "secondsPerRun": 1, "keys": 10}""", out _)! with { Payload = payload.Description };

        Benchmark.Estimate(request).PayloadBytes.ShouldBe(200_000);
        JobTitle.OfWork(request, Benchmark.Info).Replace('\u00A0', ' ').ShouldBe("load · 10 × orders.ndjson · 80% reads · 100 operations/s");
        Benchmark.Info.CheckPayload!(request, payload.Description).ShouldBeEmpty();
        Benchmark.Info.CheckPayload(request, payload.Description with { TotalBytes = 2L << 30, MaximumBytes = int.MaxValue }).ShouldHaveSingleItem()
            .ShouldBe(new("options.keys", "keys must be at most 1 with values of 1,073,741,824 bytes on average: 1 GB."));
    }

    [Fact]
    public void A_late_or_busy_generator_is_a_finding()
    {
        var late = Case(1_000, achieved: 1_000, latency: 0.0002);
        var run = late.Runs[0];
        Dictionary<string, double> figures = new(run.Figures!) { ["p99"] = 0.004, ["generatorLagP99"] = 0.003, ["generatorCores"] = 2 };
        var cases = BenchmarkSummaries.Of(
            [late with { Runs = [run with { Figures = figures, Client = new(9.5, null, null) }] }], Benchmark.Info, Request);

        var findings = JobFindings.Details(Samples.Completed with { Request = Request, Cases = cases }, Benchmark.Info);
        findings.ShouldContain(sentence => sentence.Contains("is bound by the generator: its own lag is 75.0% of p99"));
        findings.ShouldContain(sentence => sentence.Contains("is bound by the generator, which used 95.0% of the CPU time of its cores"));
        new CaseTable(Request, Benchmark.Info, cases).Row(cases[0]).Notices.Count.ShouldBe(2);
    }

    [Fact]
    public void The_servers_percentile_is_the_bound_of_its_bucket()
    {
        (long Microseconds, long Count)[] buckets = [(1, 500), (2, 485), (4, 5), (8, 10)];

        ServerLatencies.Percentile(buckets, 0.5).ShouldBe(1e-6);
        ServerLatencies.Percentile(buckets, 0.99).ShouldBe(4e-6);
        ServerLatencies.Percentile(buckets, 0.999).ShouldBeNull("1,000 calls do not support it");
    }

    private static JobRequest? Read(string options, out IReadOnlyList<FieldError> errors) => new JobDraft
    {
        Benchmark = "load",
        Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!,
    }.Validate(Catalogue.Default, ["embedded"], out errors);

    private static CaseResult Case(long rate, double achieved, double latency, double hitRate = 1)
    {
        var run = new Run
        {
            Round = 1,
            Warmup = false,
            State = RunState.Ok,
            Verified = true,
            Seconds = 5,
            Operations = 5 * rate,
            Figures = new Dictionary<string, double> { ["latencyMean"] = latency, ["achieved"] = achieved, ["hitRate"] = hitRate },
        };
        return TestCases.Of("open-loop", "embedded", rate, [run], "rates");
    }
}

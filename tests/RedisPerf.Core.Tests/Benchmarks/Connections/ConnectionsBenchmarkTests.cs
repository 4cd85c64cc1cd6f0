using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Connections;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Reporting;

namespace RedisPerf.Core.Tests.Benchmarks.Connections;

public sealed class ConnectionsBenchmarkTests
{
    private static readonly IBenchmark Benchmark = Catalogue.Default.Find("connections")!;

    private static readonly JobRequest Request = Samples.Completed.Request.Varying(Benchmark.Info, 1, 2, 4);

    [Theory]
    [InlineData("""{"connections": "1, many"}""", "options.connections",
        "connections must be a whole number from 1 to 256, not \"many\".")]
    [InlineData("""{"connections": "1, 16", "commandsInFlight": 8}""", "options.connections",
        "connections must be at most commandsInFlight (8), so that each connection has a command, not 16.")]
    [InlineData("""{"commandsInFlight": 1000, "payloadBytes": 100000}""", "options.commandsInFlight",
        "commandsInFlight must be at most 671 with values of 100,000 bytes: 64 MB in flight.")]
    [InlineData("""{"keys": 100000, "payloadBytes": 16384}""", "options.keys", "keys must be at most 65,536 with values of 16,384 bytes: 1 GB.")]
    public void Rejects_too_much_work(string options, string field, string message)
    {
        Read(options, out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().ShouldBe(new FieldError(field, message));
    }

    [Fact]
    public void Each_strategy_has_a_case_for_each_number_of_connections() =>
        Benchmark.Cases(Read("""{"connections": "4, 1"}""", out _)!, "p:")
            .Select(@case => (@case.Strategy.Name, @case.At.Number("connections"), @case.Connections))
            .ShouldBe([("set", 1, 1), ("set", 4, 4), ("get", 1, 1), ("get", 4, 4), ("mixed", 1, 1), ("mixed", 4, 4), ("reference", null, 1)]);

    [Fact]
    public void Values_of_all_keys_differ_from_the_written_ones()
    {
        var workload = new ConnectionsWorkload(new() { Keys = 100_000, PayloadBytes = 13 }, "p:");

        foreach (var key in Enumerable.Range(0, 100_000))
        {
            workload.Values.Loaded(key).Length.ShouldBe(13);
            workload.Values.Loaded(key).Span.SequenceEqual(workload.Values.Written(key).Span).ShouldBeFalse();
        }

        workload.Values.Keys.Count.ShouldBe(100_000);
        Enumerable.Range(0, 50_000).Count(number => workload.Operation(number).IsRead).ShouldBeInRange(39_000, 41_000);
    }

    [Fact]
    public void Each_strategy_has_its_own_answer()
    {
        var document = Samples.Completed with
        {
            Request = Request,
            State = JobState.Completed,
            Cases = BenchmarkSummaries.Of([Case("set", 1, 1), Case("set", 2, 0.6), Case("set", 4, 0.6), Case("get", 1, 0.5),
                Case("get", 2, 0.5), Case("get", 4, 0.5), Case("mixed", 1, 2), Case("mixed", 2, 1), Case("mixed", 4, 0.9)],
                Benchmark.Info, Request with { Baseline = "set" }),
        };

        Headline.Of(document, Benchmark.Info).ShouldBe(
            "Enough connections: 2 with `set` and 1 with `get`. More of them gain less than 5% of throughput. "
                + "With `mixed`, the throughput increases up to the largest number of connections.");
        JobFindings.Details(document, Benchmark.Info).ShouldBeEmpty();
        Curve.Of(document, Benchmark.Info)!.Marks.Select(mark => (mark.Strategy, mark.Point, mark.Label))
            .ShouldBe([("set", 2, "no gain beyond 2"), ("get", 1, "no gain beyond 1")]);
        document.Cases.Select(@case => @case.Summary!.Figures!["gain"]).ShouldBe([1, 1 / 0.6, 1 / 0.6, 1, 1, 1, 1, 2, 2 / 0.9], 1e-9);
    }

    [Fact]
    public void A_case_that_was_given_up_is_no_part_of_the_curve()
    {
        var ok = Case("set", 4, 0.1);
        var givenUp = ok with { Runs = [ok.Runs[0], ok.Runs[1] with { State = RunState.Failed, Seconds = null }] };
        var document = Samples.Completed with
        {
            Request = Request,
            State = JobState.Completed,
            Cases = BenchmarkSummaries.Of([Case("set", 1, 0.6), Case("set", 2, 0.6), givenUp], Benchmark.Info, Request),
        };

        Headline.Of(document, Benchmark.Info).ShouldBe("Enough connections: 1 with `set`. More of them gain less than 5% of throughput.");
        JobVerdict.Of(document, Benchmark.Info).Next.ShouldNotContain(step => step.AddsRounds);
        JobRanking.Leaders(document, Benchmark.Info).ShouldBeEmpty("set, get and mixed are different work");
    }

    [Fact]
    public void Client_cpu_is_the_median_of_the_runs_per_operation()
    {
        var @case = Case("set", 1, 1);
        var measured = @case with { Runs = [.. @case.Runs.Select((run, index) => run with { Client = new(0.001 * (index + 1), null, null) })] };

        BenchmarkSummaries.Of([measured], Benchmark.Info, Request)[0].Summary!.Figures!["clientCpu"].ShouldBe(0.003 / 1_000, 1e-12);
    }

    private static JobRequest? Read(string options, out IReadOnlyList<FieldError> errors) => new JobDraft
    {
        Benchmark = "connections",
        Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!,
    }.Validate(Catalogue.Default, ["embedded"], out errors);

    private static CaseResult Case(string strategy, long connections, double seconds) => TestCases.Of(
        strategy,
        "embedded",
        connections,
        [.. Enumerable.Range(1, 5)
            .Select(round => new Run { Round = round, Warmup = false, State = RunState.Ok, Verified = true, Seconds = seconds, Operations = 1_000 })],
        "connections");
}

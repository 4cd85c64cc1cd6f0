using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;

namespace RedisPerf.Core.Tests.Running;

public sealed class DurationForecastTests
{
    [Fact]
    public void Duration_grows_with_the_bytes_and_the_runs_and_includes_the_time_between_runs()
    {
        // 6 rounds of 2 cases of 1 s; the job took twice its time on the clock.
        var past = Past(Request("insert", ["batch"], ("items", 1_000)), seconds: 24, ("batch", 6, 6), ("floor", 6, 6));

        var forecast = Of(Request("insert", ["batch"], ("items", 3_000)) with { Runs = 11 }, past).ShouldNotBeNull();

        forecast.Seconds.ShouldBe(2 * 3 * 12 * 2, tolerance: 0.01);
        forecast.Unknown.ShouldBeEmpty();
    }

    [Fact]
    public void Each_strategy_has_the_time_of_its_newest_job()
    {
        var newer = Past(Request("insert", ["batch"]), seconds: 12, ("batch", 6, 6), ("floor", 6, 6));
        var older = Past(Request("insert", ["batch", "lua"]), seconds: 138, ("batch", 6, 60), ("floor", 6, 60), ("lua", 6, 18));

        var forecast = Of(Request("insert", ["batch", "lua"]), newer, older).ShouldNotBeNull();

        forecast.Seconds.ShouldBe(6 + 6 + 18, tolerance: 0.01);
    }

    [Fact]
    public void Names_the_strategies_without_an_earlier_run()
    {
        var past = Past(Request("insert", ["batch"]), seconds: 12, ("batch", 6, 6), ("floor", 6, 6));

        Of(Request("insert", ["batch", "gzip"]), past).ShouldNotBeNull().Unknown.ShouldBe(["gzip"]);
    }

    [Fact]
    public void Sweep_is_compared_with_jobs_of_the_same_options_and_counts_its_points()
    {
        var request = Request("mget", ["mget"], ("keysPerCall", "1, 10, 100"));
        var past = Past(Request("mget", ["mget"], ("keysPerCall", "1, 10")), seconds: 2.4, ("mget", 12, 2.4));
        var longer = Past(Request("mget", ["mget"], ("secondsPerRun", 5.0)), seconds: 60, ("mget", 12, 60));

        Of(request, longer, past).ShouldNotBeNull().Seconds.ShouldBe(0.2 * 3 * 6, tolerance: 0.01);
    }

    [Fact]
    public void Sweep_is_not_compared_with_jobs_of_other_sizes()
    {
        var past = Past(Request("connections", ["set"], ("connections", "1, 2")), seconds: 12, ("set", 12, 12));
        var earlier = past with
        { Request = past.Request with { Options = past.Request.Options.Where(option => option.Key != "sizes").ToDictionary() } };

        Of(Request("connections", ["set"], ("connections", "1, 2")), earlier).ShouldNotBeNull();
        Of(Request("connections", ["set"], ("connections", "1, 2"), ("sizes", "1 KB 100%")), earlier).ShouldBeNull();
    }

    [Fact]
    public void Is_unknown_without_an_earlier_job() => Of(Request("insert", ["batch"])).ShouldBeNull();

    private static DurationForecast? Of(JobRequest request, params PastJob[] past) =>
        DurationForecast.Of(request, Catalogue.Default.Find(request.Benchmark)!, past);

    private static PastJob Past(JobRequest request, double seconds, params (string Strategy, int Count, double Seconds)[] runs) =>
        new(request, seconds, [.. runs.Select(run => new PastRuns(run.Strategy, "local", run.Count, run.Seconds))]);

    private static JobRequest Request(string benchmark, string[] strategies, params (string Name, object Value)[] options)
    {
        var draft = new JobDraft
        {
            Benchmark = benchmark,
            Strategies = strategies,
            Targets = ["local"],
            Options = options.ToDictionary(option => option.Name, option => JsonSerializer.SerializeToElement(option.Value)),
            Fields = new Dictionary<string, JsonElement>
            { ["runs"] = JsonSerializer.SerializeToElement(5), ["warmups"] = JsonSerializer.SerializeToElement(1) },
        };
        return draft.Validate(Catalogue.Default, ["local"], out _).ShouldNotBeNull();
    }
}

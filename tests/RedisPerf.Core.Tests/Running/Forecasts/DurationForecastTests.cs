using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Forecasts;

namespace RedisPerf.Core.Tests.Running.Forecasts;

public sealed class DurationForecastTests
{
    private static readonly MachineSpeed Speed = MachineSpeed.Reference with { IsMeasured = true };

    public static TheoryData<string, string, string[]> Sizes { get; } = new()
    {
        { "insert", "items", ["batch", "gzip", "lua"] },
        { "insert", "payloadBytes", ["hset", "zstd", "messagepack"] },
        { "hget-decode", "items", ["hget", "gzip"] },
        { "mget", "keys", ["mget", "hmget"] },
        { "mget", "loops", ["mget", "single-get"] },
        { "online-users", "users", ["hash", "bitmap"] },
        { "pipelining", "items", ["one-by-one", "pipelined", "mset"] },
        { "list-push", "items", ["lpush", "rpush-bulk"] },
        { "connections", "items", ["set", "get"] },
        { "load", "secondsPerRun", ["open-loop"] },
        { "cache", "secondsPerRun", ["string-get"] },
        { "calls", "secondsPerRun", ["await"] },
        { "compare-and-set", "items", ["watch-multi", "lua"] },
        { "set-with-expiry", "items", ["batch", "lua"] },
    };

    [Theory]
    [MemberData(nameof(Sizes))]
    public void A_larger_job_never_has_a_smaller_estimate(string benchmark, string option, string[] strategies)
    {
        var sizes = Enumerable.Range(0, 14).Select(power => 100 << power).Where(size => option is not ("secondsPerRun" or "loops") || size <= 6_400)
            .Select(size => option == "secondsPerRun" ? size / 100.0 : size).ToArray();
        foreach (var factor in (double[])[0.1, 0.5, 1, 2, 10])
        {
            var middle = Request(benchmark, strategies, (option, sizes[sizes.Length / 2]));
            PastJob[][] histories = [[], [Past(middle, factor)]];
            foreach (var history in histories)
            {
                var forecasts = sizes.Select(size => Of(Request(benchmark, strategies, (option, size)), history)).ToArray();

                foreach (var (smaller, larger) in forecasts.Zip(forecasts.Skip(1)))
                {
                    larger.Low.ShouldBeGreaterThanOrEqualTo(smaller.Low * 0.999, $"{option} with a job of {factor} of the modelled time");
                    larger.High.ShouldBeGreaterThanOrEqualTo(smaller.High * 0.999, $"{option} with a job of {factor} of the modelled time");
                    smaller.Low.ShouldBeLessThanOrEqualTo(smaller.High);
                }
            }
        }
    }

    [Theory]
    [InlineData(2_000)]
    [InlineData(1_000)]
    [InlineData(1)]
    public void A_job_of_a_fifth_of_the_size_or_less_changes_nothing(int items)
    {
        var large = Request("insert", ["batch", "gzip"], ("items", 2_000_000), ("keys", 1));
        var small = Past(Request("insert", ["batch", "gzip"], ("items", items), ("keys", 1)), factor: 3);

        // The fixed costs off the clock are those of a round, also of a small one.
        Of(large, small).Seconds.ShouldBe(Of(large).Seconds, Of(large).Seconds * 0.002);
    }

    [Fact]
    public void A_profile_is_a_further_round_with_the_time_of_its_samples()
    {
        var request = Request("insert", ["batch", "lua"]);
        var round = Of(request with { Runs = request.Runs + 1 }).Seconds - Of(request).Seconds;
        var profiled = request with { Profile = true };

        var added = Of(profiled).Seconds - Of(request).Seconds;

        added.ShouldBeGreaterThan(round + Speed.Profile);
        Of(profiled, new PastJob(profiled, Of(profiled).Seconds, Past(request, factor: 1).Runs)).Seconds
            .ShouldBe(Of(profiled).Seconds, Of(profiled).Seconds * 0.02, "the runs of the earlier job are without its profile");
    }

    [Fact]
    public void A_job_of_the_same_size_corrects_the_estimate_and_narrows_its_range()
    {
        var request = Request("insert", ["batch", "lua"]);
        var modelled = Of(request);

        var corrected = Of(request, Past(request, factor: 2));

        corrected.Seconds.ShouldBe(modelled.Seconds * 2, modelled.Seconds * 0.01);
        (corrected.High / corrected.Low).ShouldBeLessThan(modelled.High / modelled.Low);
    }

    [Fact]
    public void A_job_without_an_earlier_one_has_a_range_and_a_wider_one_on_a_machine_that_was_not_measured()
    {
        var request = Request("insert", ["batch", "gzip"]);

        var measured = Of(request);
        var unmeasured = DurationForecast.Of(request, Catalogue.Default.Find("insert")!, [], MachineSpeed.Reference).ShouldNotBeNull();

        measured.Low.ShouldBeGreaterThan(0);
        measured.High.ShouldBeGreaterThan(measured.Low);
        (unmeasured.High / unmeasured.Low).ShouldBeGreaterThan(measured.High / measured.Low);
    }

    [Fact]
    public void A_run_of_a_fixed_time_takes_that_time_in_each_round()
    {
        var request = Request("load", ["open-loop"], ("rates", "1000, 2000"), ("secondsPerRun", 60.0)) with { Runs = 9, Warmups = 1 };

        var forecast = Of(request);

        forecast.Low.ShouldBeGreaterThanOrEqualTo(2 * 60 * 10);
        forecast.High.ShouldBeLessThan(2 * 60 * 10 * 1.25);
    }

    [Fact]
    public void Warm_ups_clients_servers_and_slices_each_add_to_the_time()
    {
        var request = Request("insert", ["batch"], ("items", 3_000)) with { Runs = 4, Warmups = 0 };
        var seconds = Of(request).Seconds;

        Of(request with { Warmups = 2 }).Seconds.ShouldBeGreaterThan(seconds * 1.2);
        Of(request with { Targets = ["local", "embedded"] }).Seconds.ShouldBeGreaterThan(seconds * 1.5);
        Of(request with { Clients = ["a", "b"] }).Seconds.ShouldBeGreaterThan(seconds * 1.5);
        Of(request with { Slices = 1 }).Seconds.ShouldBeLessThan(seconds);
        Of(request with { Verify = Verification.All }).Seconds.ShouldBeGreaterThan(seconds);
    }

    [Theory]
    [InlineData("linkRoundTrip", 10.0, "pipelining", "one-by-one", 90)]
    [InlineData("linkBandwidth", 100.0, "insert", "batch", 60)]
    public void A_simulated_link_adds_its_time(string option, double value, string benchmark, string strategy, double atLeast)
    {
        var link = Of(Request(benchmark, [strategy], (option, value)));

        (link.Seconds - Of(Request(benchmark, [strategy])).Seconds).ShouldBeGreaterThan(atLeast * 6 * 0.7);
    }

    [Fact]
    public void A_job_with_other_server_settings_corrects_nothing()
    {
        var request = Request("insert", ["batch"]);
        var durable = request with { Server = new Dictionary<string, IReadOnlyList<string>> { ["appendfsync"] = ["always"] } };

        Of(request, Past(durable, factor: 3)).ShouldBe(Of(request));
        Of(durable).Seconds.ShouldBeGreaterThan(Of(request).Seconds);
    }

    [Fact]
    public void A_request_of_another_version_has_no_estimate_and_corrects_nothing()
    {
        var request = Request("insert", ["batch"]);
        var other = request with
        {
            Options = new OptionSet(request.Options.Where(option => option.Key != "items")
                .Append(new("items", JsonSerializer.SerializeToElement("many")))),
        };

        DurationForecast.Of(other, Catalogue.Default.Find("insert")!, [], Speed).ShouldBeNull();
        Of(request, new PastJob(other, 100, [new("batch", "local", 6, 90)])).ShouldBe(Of(request));
    }

    [Fact]
    public void A_higher_level_of_a_codec_takes_longer()
    {
        var seconds = Enumerable.Range(0, 12).Select(level => Of(Request("insert", ["brotli"], ("brotliLevel", level))).Seconds).ToArray();

        seconds.ShouldBe(seconds.Order());
        seconds[11].ShouldBeGreaterThan(seconds[1] * 10);
    }

    private static DurationForecast Of(JobRequest request, params PastJob[] past) =>
        DurationForecast.Of(request, Catalogue.Default.Find(request.Benchmark)!, past, Speed).ShouldNotBeNull();

    // A job that took a multiple of its modelled time.
    private static PastJob Past(JobRequest request, double factor)
    {
        var work = JobWork.Of(request, Catalogue.Default.Find(request.Benchmark)!, Speed).ShouldNotBeNull();
        double rounds = request.Runs + request.Warmups;
        PastRuns[] runs =
        [
            .. work.Clock.Select(each => new PastRuns(each.Key.Strategy, each.Key.Target, (int)(each.Value.Cases * rounds),
                (each.Value.Fixed + each.Value.Varying) * factor * rounds)),
        ];
        return new(request, runs.Sum(run => run.Seconds) + (work.OffClock(rounds) * factor), runs);
    }

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
        return draft.Validate(Catalogue.Default, ["local"], out var errors).ShouldNotBeNull(string.Join(' ', errors.Select(error => error.Message)));
    }
}

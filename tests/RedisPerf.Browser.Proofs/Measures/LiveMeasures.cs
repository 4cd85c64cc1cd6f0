using System.Collections.Concurrent;
using RedisPerf.Web.Tests;
using StackExchange.Redis;

namespace RedisPerf.Browser.Proofs.Measures;

/// <summary>Figures of a job that a browser follows. They depend on the machine, so they are printed without a limit. Run with <c>dotnet
/// run -c Release --project tests/RedisPerf.Browser.Proofs -- -explicit only -class "*LiveMeasures" -showLiveOutput</c>.</summary>
[Collection(BrowserTests.Name)]
public sealed class LiveMeasures(Stage stage, ITestOutputHelper output)
{
    private const int Turns = 3;

    /// <summary>From the removal of a run's last key, which the server reports, to the next change of the chart.</summary>
    [Fact(Explicit = true)]
    public async Task Time_from_the_end_of_a_run_to_the_page()
    {
        QuickStart.End();
        await using var redis = await RedisServer.StartAsync();
        (await redis.QueryAsync("CONFIG SET notify-keyspace-events Eg")).ShouldBe("+OK");
        await using var app = new RunningApp(("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", redis.Address));
        await using var client = await ConnectionMultiplexer.ConnectAsync(redis.Address);
        var removals = new ConcurrentQueue<double>();
        await client.GetSubscriber().SubscribeAsync(RedisChannel.Literal("__keyevent@0__:del"), (_, _) => removals.Enqueue(Now()));
        await using var page = await stage.OpenAsync(app: app);

        var id = await app.QueueAsync("""{ "benchmark": "insert", "strategies": ["hset", "batch", "multi-exec"], "targets": """
            + """["mine"], "runs": 30, "slices": 1, "options": { "items": 10000 } }""");
        await page.GotoAsync($"/jobs/{id}");
        await page.Page.EvaluateAsync(
            """
            () => {
              window.dots = [];
              new MutationObserver(() => window.dots.push(performance.timeOrigin + performance.now()))
                .observe(document.querySelector("[data-job]"), { attributeFilter: ["data-points"] });
            }
            """);
        await app.CompletedAsync(id);

        var ends = removals.Order().ToArray();
        var dots = await page.Page.EvaluateAsync<double[]>("window.dots");
        var delays = dots.Select(dot => dot - ends.LastOrDefault(end => end <= dot)).Where(delay => delay < 60_000).Order().ToArray();
        output.WriteLine($"{delays.Length} changes of the chart; from the end of a run to the next one: "
            + $"median {delays[delays.Length / 2]:0} ms, p95 {delays[(int)(0.95 * delays.Length)]:0} ms, at most {delays[^1]:0} ms");
    }

    /// <summary>A job with a browser on its page and 20 requests per second to other pages: measured in a worker, and in the process of the
    /// pages. The table at the end has the medians of the turns.</summary>
    [Fact(Explicit = true)]
    public async Task Times_with_a_browser_and_20_requests_per_second()
    {
        QuickStart.End();
        await using var withWorker = new RunningApp();
        await using var without = new RunningApp(services => services.MeasureInProcess());
        var measured = new List<(string Row, double Median, double Variation)>();
        for (var turn = 0; turn < Turns; turn++)
        {
            foreach (var (strategy, json) in new[]
            {
                ("hset", """{ "benchmark": "insert", "strategies": ["hset"], "targets": ["local"], "runs": 10, "options": { "items": 10000 } }"""),
                ("one-by-one", """{ "benchmark": "pipelining", "strategies": ["one-by-one"], "targets": ["local"], "runs": 10 }"""),
            })
            {
                foreach (var (app, place) in new[] { (withWorker, "worker"), (without, "web process") })
                {
                    foreach (var isLoaded in new[] { false, true })
                    {
                        var (median, variation) = await MeasureAsync(app, json, strategy, isLoaded);
                        measured.Add(($"`{strategy}` | {place} | {(isLoaded ? "browser, 20 requests/s" : "none")}", median, variation));
                        output.WriteLine($"turn {turn + 1} of {Turns}: {measured[^1].Row}: {1e3 * median:0.0000} ms, {100 * variation:0.0}%");
                    }
                }
            }
        }

        output.WriteLine("| job | measured in | load | median, ms | coefficient of variation |");
        output.WriteLine("|---|---|---|---:|---:|");
        foreach (var rows in measured.GroupBy(each => each.Row))
        {
            output.WriteLine($"| {rows.Key} | {1e3 * MiddleOf(rows.Select(each => each.Median)):0.0000} "
                + $"| {100 * MiddleOf(rows.Select(each => each.Variation)):0.0}% |");
        }
    }

    // The number of turns is odd.
    private static double MiddleOf(IEnumerable<double> values) => values.Order().ElementAt(Turns / 2);

    private async Task<(double Median, double Variation)> MeasureAsync(RunningApp app, string json, string strategy, bool isLoaded)
    {
        var id = await app.QueueAsync(json);
        using var stop = new CancellationTokenSource();
        await using var page = isLoaded ? await stage.OpenAsync(app: app) : null;
        if (page is not null)
        {
            await page.GotoAsync($"/jobs/{id}");
        }

        var requests = isLoaded ? RequestAsync(app, stop.Token) : Task.CompletedTask;
        var job = await app.CompletedAsync(id);
        await stop.CancelAsync();
        await requests;
        var summary =
            job.GetProperty("cases").EnumerateArray().Single(@case => @case.GetProperty("strategy").GetString() == strategy).GetProperty("summary");
        return (summary.GetProperty("median").GetDouble(), summary.GetProperty("coefficientOfVariation").GetDouble());
    }

    private static async Task RequestAsync(RunningApp app, CancellationToken ct)
    {
        using var client = app.Connect();
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(50));
        string[] addresses = ["/", "/jobs", "/schedules", "/targets"];
        for (var number = 0; !ct.IsCancellationRequested; number++)
        {
            await timer.WaitForNextTickAsync(CancellationToken.None);
            await client.GetStringAsync(addresses[number % addresses.Length], CancellationToken.None);
        }
    }

    private static double Now() => (DateTime.UtcNow - DateTime.UnixEpoch).TotalMilliseconds;
}

using System.Globalization;
using System.Text;
using System.Text.Json.Nodes;
using RedisPerf.Faults.Proofs.Programs;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>The program is killed at 14 moments of a job, with every benchmark. After the restart no finished run is
/// lost or stored twice, the server has no key of the job, 10,000 keys of another program are unchanged, and no command
/// named one of them. <c>REDISPERF_KILLS=500</c> sets the number of kills; 112 cover all moments with all benchmarks.
/// Default: one for each benchmark.</summary>
public sealed class KillTests : IDisposable
{
    private static readonly (string Name, string Json)[] Benchmarks =
    [
        ("insert", """ "strategies": ["multi-exec"], "options": { "items": 4000, "payloadBytes": 1000, "batchSize": 1 } """),
        ("mget", """ "strategies": ["mget", "hmget"], "options": { "keys": 20000, "keysPerCall": "10", "secondsPerRun": 0.1 } """),
        ("pipelining", """ "strategies": ["one-by-one", "incr-pipelined"], "options": { "items": 4000, "batchSizes": "100" } """),
        ("list-push", """ "strategies": ["rpush", "lpush-bulk"], "options": { "items": 4000, "bulkSizes": "100" } """),
        ("online-users", """ "strategies": ["hash", "set"], "options": { "users": "4000" } """),
        ("load", """ "strategies": ["open-loop"], "options": { "rates": "2000", "secondsPerRun": 0.1, "keys": 2000 } """),
        ("connections", """ "strategies": ["mixed"], "options": { "connections": "2", "items": 4000, "keys": 2000 } """),
        ("set-with-expiry", """ "strategies": ["one-by-one", "lua"], "options": { "items": 4000 } """),
        ("cache", """ "options": { "keys": 50, "secondsPerRun": 0.4 } """),
        ("calls", """ "strategies": ["await", "sync"], "options": { "callers": "1", "secondsPerRun": 0.2, "keys": 2000 } """),
        ("compare-and-set", """ "strategies": ["watch-multi", "lua"], "options": { "writers": "2", "items": 1000, "keys": 1000 } """),
        ("hget-decode", """ "strategies": ["hget", "gzip"], "options": { "items": 2000, "payloadBytes": 1000 } """),
    ];

    /// <summary>Waits for the moment. The job is the document of the API; its requests may be repeated.</summary>
    private static readonly (string Name, Func<Stage, Task> WaitAsync)[] Moments =
    [
        ("the server has keys", stage => stage.UntilServerAsync("redisperf:*:*")),
        ("a cancel was answered", async stage =>
        {
            await stage.UntilServerAsync("redisperf:*:*");
            await stage.CancelAsync();
        }),
        ("the last run is measured", stage => stage.UntilAsync(
            job => job["progress"] is { } progress && (int)progress["total"]! > 0 && (int)progress["done"]! >= (int)progress["total"]! - 1)),
        ("the program recovers", async stage =>
        {
            await stage.UntilServerAsync("redisperf:*:*");
            if (stage.IsMissed)
            {
                return;
            }

            await stage.Program.KillAsync();
            // The removal begins, and the server refuses it.
            await stage.RefuseRemovalAsync();
            await using var next = stage.Restart();
            await next.AddressAsync();
            await stage.UntilRemovalIsRefusedAsync();
            await next.KillAsync();
            await stage.AllowRemovalAsync();
        }),
        ("the request was answered", _ => Task.CompletedTask),
        ("the job runs", stage => stage.UntilAsync(job => job.Text("state") != "queued")),
        ("the server is reserved", stage => stage.UntilServerAsync("redisperf:lease")),
        ("the target is open", stage => stage.UntilAsync(job => job["environment"] is not null)),
        ("the first run ended", stage => stage.UntilAsync(job => Runs(job) >= 1)),
        ("the second run ended", stage => stage.UntilAsync(job => Runs(job) >= 2)),
        ("half of the runs ended", stage => stage.UntilAsync(job => (double?)job["progress"]?["fraction"] >= 0.5)),
        ("the job ended", stage => stage.UntilEndedAsync()),
        ("a cancelled job ended", async stage =>
        {
            await stage.UntilAsync(job => Runs(job) >= 1);
            await stage.CancelAsync();
            await stage.UntilEndedAsync();
        }),
        ("the program stops", async stage =>
        {
            await stage.UntilServerAsync("redisperf:*:*");
            if (!stage.IsMissed)
            {
                await Signals.SendAsync("TERM", stage.Program.Id);
            }
        }),
    ];

    private readonly DataFolder _folder = new();

    public static TheoryData<int, string, string> Kills => [.. Enumerable
        .Range(0, int.Parse(Environment.GetEnvironmentVariable("REDISPERF_KILLS") ?? $"{Moments.Length}", CultureInfo.InvariantCulture))
        .Select(number => (number, Benchmarks[Benchmark(number)].Name, Moments[number % Moments.Length].Name))];

    // The two numbers have the common factor 2, so half of the pairs repeat. Then each moment has the next benchmark: all pairs occur.
    private static int Benchmark(int number) => (number + (number / (Benchmarks.Length * Moments.Length / 2))) % Benchmarks.Length;

    // Both ways at each moment, and for each pair after the next pass over all pairs.
    private static bool KillsWorker(int number) => ((number / Benchmarks.Length) + (number / (Benchmarks.Length * Moments.Length))) % 2 == 0;

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Kills))]
    public async Task Nothing_is_lost_doubled_or_left(int number, string benchmark, string moment)
    {
        await using var redis = await RedisServer.StartAsync();
        (await redis.QueryAsync("EVAL \"for i=1,10000 do redis.call('SET','theirs:'..i,i*7919) end return 1\" 0")).ShouldBe(":1");
        var before = await DigestAsync(redis);
        await using var monitor = await CommandMonitor.StartAsync(redis);

        await using var program = StartProgram(redis);
        using var client = await program.ConnectAsync();
        var json =
            $$"""{ "benchmark": "{{benchmark}}", "targets": ["mine"], "runs": 3, {{Benchmarks.Single(each => each.Name == benchmark).Json}} }""";
        Stage stage;
        var attempts = 0;
        do
        {
            using var answer = await client.PostAsync("/api/jobs", new StringContent(json, Encoding.UTF8, "application/json"), Ct);
            var body = await answer.Content.ReadAsStringAsync(Ct);
            stage = new(this, redis, program, client, JsonNode.Parse(body)!.Text("id") ?? throw new InvalidOperationException(body));
            await Moments.Single(each => each.Name == moment).WaitAsync(stage);
        }
        while (stage.IsMissed && ++attempts < 5);

        stage.IsMissed.ShouldBeFalse("Each job ended before the moment.");
        await program.KillAsync(withWorker: KillsWorker(number));

        await using var host =
            WebHost.StartOn(_folder, new FastTime(60), ("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", redis.Address));
        var job = await host.EndedAsync(stage.Id);
        await Poll.UntilAsync(async () => await redis.CountKeysAsync("redisperf:*") == 0);

        var runs = job["cases"]!.AsArray().SelectMany(
            @case => @case!["runs"]!.AsArray().Select(run => $"{@case.Text("strategy")} {@case["point"]} {run!["round"]}")).ToArray();
        runs.ShouldBeUnique($"kill {number}");
        runs.Length.ShouldBeGreaterThanOrEqualTo(stage.RunsSeen);
        job.Text("state").ShouldBeOneOf("completed", "interrupted", "cancelled");
        if (stage.IsCancelled)
        {
            job.Text("state").ShouldBe("cancelled");
        }

        (await DigestAsync(redis)).ShouldBe(before);
        // A worker whose program has ended can renew the lease until it ends too; the key expires.
        (await redis.QueryAsync("EVAL \"return redis.call('DBSIZE')-redis.call('EXISTS','redisperf:lease')\" 0")).ShouldBe(":10000");
        (await monitor.EndAsync()).ShouldBeEmpty();
    }

    private static int Runs(JsonObject job) => job["cases"]!.AsArray().Sum(@case => @case!["runs"]!.AsArray().Count);

    // The values and the expiries of the foreign keys.
    private static Task<string> DigestAsync(RedisServer redis) => redis.QueryAsync(
        "EVAL \"local d='' for i=1,10000 do local k='theirs:'..i "
            + "d=redis.sha1hex(d..tostring(redis.call('GET',k))..redis.call('PTTL',k)) end return redis.status_reply(d)\" 0");

    private ProgramProcess StartProgram(RedisServer redis) => ProgramProcess.Start(
        ["--urls", "http://127.0.0.1:0"],
        ("RedisPerf__Data", _folder.Path),
        ("RedisPerf__Targets__0__Name", "mine"),
        ("RedisPerf__Targets__0__Connection", redis.Address));

    /// <summary>A job in a program at one moment.</summary>
    private sealed class Stage(KillTests test, RedisServer redis, ProgramProcess program, HttpClient client, string id)
    {
        private bool _hasEnded;

        public string Id => id;

        public ProgramProcess Program => program;

        /// <summary>The most runs that the API has shown.</summary>
        public int RunsSeen { get; private set; }

        /// <summary>The job ended before the moment.</summary>
        public bool IsMissed { get; private set; }

        /// <summary>The answer to a cancel was 202.</summary>
        public bool IsCancelled { get; private set; }

        public ProgramProcess Restart() => test.StartProgram(redis);

        public async Task UntilAsync(Func<JsonObject, bool> isSo)
        {
            JsonObject job;
            do
            {
                job = JsonNode.Parse(await client.GetStringAsync($"/api/jobs/{id}", Ct))!.AsObject();
                RunsSeen = Math.Max(RunsSeen, Runs(job));
                _hasEnded = job.Text("state") is not ("queued" or "running");
            }
            while (!_hasEnded && !isSo(job));

            IsMissed |= _hasEnded;
        }

        public async Task UntilEndedAsync()
        {
            var isMissed = IsMissed;
            await UntilAsync(_ => false);
            IsMissed = isMissed;
        }

        public async Task UntilServerAsync(string pattern)
        {
            while (!_hasEnded && await redis.CountKeysAsync(pattern) == 0)
            {
                await UntilAsync(_ => true);
            }
        }

        public async Task RefuseRemovalAsync() => (await redis.QueryAsync("ACL SETUSER default -unlink")).ShouldBe("+OK");

        public async Task AllowRemovalAsync() => (await redis.QueryAsync("ACL SETUSER default +unlink")).ShouldBe("+OK");

        public async Task UntilRemovalIsRefusedAsync()
        {
            await Poll.UntilAsync(async () => await redis.QueryAsync(
                "EVAL \"return tonumber(string.match(redis.call('INFO','commandstats'),'cmdstat_unlink:%S*rejected_calls=(%d+)') or 0)\" 0") != ":0");
        }

        public async Task CancelAsync()
        {
            using var answer = await client.PostAsync($"/api/jobs/{id}/cancel", null, Ct);
            IsCancelled = answer.StatusCode == System.Net.HttpStatusCode.Accepted;
            IsMissed |= !IsCancelled;
        }
    }
}

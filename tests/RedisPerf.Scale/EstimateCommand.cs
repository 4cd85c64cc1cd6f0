using System.CommandLine;
using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json.Nodes;

namespace RedisPerf.Scale;

/// <summary>Measures how often a job ends within the duration that the form shows before it starts.</summary>
internal static class EstimateCommand
{
    private static readonly TimeSpan Calibration = TimeSpan.FromSeconds(30);

    // Short jobs of each benchmark, in different sizes and with different strategies: the first of a kind, and later ones of another size.
    private static readonly (string Benchmark, string Fields)[] Jobs =
    [
        ("insert", "options.items=1000"),
        ("pipelining", "options.items=2000&options.batchSizes=1, 10, 100, 1000"),
        ("mget", "options.keys=20000&options.secondsPerRun=0.05&options.keysPerCall=1, 10, 100, 1000"),
        ("insert", "strategies=batch&strategies=hset&options.items=20000&options.payloadBytes=1 KB&runs=5"),
        ("load", "options.secondsPerRun=1&options.rates=1000, 5000&runs=2"),
        ("online-users", "options.users=1000, 10000"),
        ("list-push", "options.items=5000&options.bulkSizes=10, 100, 1000"),
        ("hget-decode", "options.items=1000&runs=2"),
        ("connections", "options.items=10000&options.connections=1, 2, 4&runs=3"),
        ("insert", "strategies=gzip&strategies=zstd&strategies=brotli&options.items=500&options.brotliLevel=9&runs=3"),
        ("insert", "strategies=multi-exec&strategies=lua&options.items=4000&runs=4"),
        ("pipelining", "strategies=one-by-one&strategies=mset&options.items=20000&options.batchSizes=100&runs=5"),
        ("online-users", "strategies=hash&strategies=bitmap&options.users=200000&runs=3"),
        ("insert", "strategies=batch&options.items=1000&options.linkBandwidth=200&runs=3"),
        ("pipelining", "strategies=one-by-one&options.items=1000&options.linkRoundTrip=2&options.batchSizes=10&runs=2"),
        ("mget", "strategies=mget&strategies=pipelined-get&options.keys=200000&options.keysPerCall=1, 100, 10000&runs=3"),
        ("hget-decode", "strategies=hget&strategies=messagepack&options.items=4000&runs=2"),
        ("load", "strategies=open-loop&options.secondsPerRun=3&options.rates=2000&runs=4"),
        ("insert", "options.items=3000&options.payloadBytes=8 KB&runs=3"),
        ("set-with-expiry", "options.items=5000&runs=2"),
        ("cache", "options.secondsPerRun=1&runs=2"),
        ("calls", "options.secondsPerRun=1&options.callers=1, 8&runs=1"),
        ("compare-and-set", "options.items=1000&options.writers=1, 4&runs=2"),
        ("list-push", "strategies=lpush&strategies=rpush-pipelined&options.items=30000&options.bulkSizes=100&runs=2"),
    ];

    private static readonly Option<string> Target = new("--target") { Description = "The target of the jobs.", DefaultValueFactory = _ => "local" };

    public static Command Create()
    {
        var command = new Command("estimates", "Runs 24 short jobs in a new data folder, and counts the jobs that end within their estimate.")
        { Target };
        command.SetAction(RunAsync);
        return command;
    }

    private static async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var folder = Directory.CreateTempSubdirectory("redisperf-estimates-");
        try
        {
            await using var program = await RunningProgram.StartAsync(folder.FullName, ledger: null, ct);
            using var client = new HttpClient { BaseAddress = program.Address };
            await WaitForCalibrationAsync(folder.FullName, ct);
            Console.WriteLine("| job | estimate, s | actual, s | within |");
            Console.WriteLine("|---|---:|---:|---|");
            var within = 0;
            foreach (var (benchmark, fields) in Jobs)
            {
                within += await MeasureAsync(client, benchmark, fields, parsed.GetValue(Target)!, ct) ? 1 : 0;
            }

            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{within} of {Jobs.Length} jobs ended within their estimate."));
            return 0;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static async Task WaitForCalibrationAsync(string folder, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(Calibration);
        while (!File.Exists(Path.Combine(folder, "speed.json")))
        {
            await Task.Delay(100, limit.Token);
        }
    }

    private static async Task<bool> MeasureAsync(HttpClient client, string benchmark, string fields, string target, CancellationToken ct)
    {
        // The form of a benchmark has its default strategies; an estimate needs them by name.
        var strategies = fields.Contains("strategies=", StringComparison.Ordinal) ? "" : await DefaultStrategiesAsync(client, benchmark, ct);
        var answer = await client.GetFromJsonAsync<JsonObject>(
            $"/?handler=Estimate&benchmark={benchmark}&targets={target}{strategies}&{fields}", ct)
            ?? throw new InvalidOperationException("The program does not answer.");
        if (answer["duration"] is not JsonObject duration)
        {
            throw new InvalidOperationException($"{benchmark} {fields}: {answer["errors"]}");
        }

        var (low, high) = ((double)duration["low"]!, (double)duration["high"]!);
        var seconds = await RunAsync(client, answer["curl"]!.GetValue<string>(), ct);
        var isWithin = seconds >= low && seconds <= high;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {benchmark} {fields.Replace("options.", "", StringComparison.Ordinal).Replace('&', ' ')} | {low:0.0} to {high:0.0} | {seconds:0.0} | "
                + $"{(isWithin ? "yes" : "no")} |"));
        return isWithin;
    }

    private static async Task<string> DefaultStrategiesAsync(HttpClient client, string benchmark, CancellationToken ct)
    {
        var all = await client.GetFromJsonAsync<JsonArray>("/api/benchmarks", ct);
        return string.Concat(
            from each in all!
            where (string)each!["name"]! == benchmark
            from strategy in each["strategies"]!.AsArray()
            where (bool)strategy!["isDefault"]!
            select $"&strategies={strategy["name"]}");
    }

    // The command of the form has the body of the same job.
    private static async Task<double> RunAsync(HttpClient client, string curl, CancellationToken ct)
    {
        var body = curl[curl.IndexOf('{', StringComparison.Ordinal)..(curl.LastIndexOf('}') + 1)];
        using var created = await client.PostAsJsonAsync("/api/jobs", JsonNode.Parse(body), ct);
        var id = (await created.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonObject>(ct))!["id"];
        while (true)
        {
            await Task.Delay(300, ct);
            var job = (await client.GetFromJsonAsync<JsonObject>($"/api/jobs/{id}", ct))!;
            switch ((string)job["state"]!)
            {
                case "queued" or "running":
                    continue;
                case "completed":
                    return ((DateTimeOffset)job["endedAt"]! - (DateTimeOffset)job["startedAt"]!).TotalSeconds;
                case var state:
                    throw new InvalidOperationException($"The job ended as {state}: {job["error"]}");
            }
        }
    }
}

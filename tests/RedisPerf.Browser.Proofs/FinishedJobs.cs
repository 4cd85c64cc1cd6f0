using System.Text.Json;

namespace RedisPerf.Browser.Proofs;

/// <summary>One small job per benchmark, and one with profiles. It runs when a test first opens a page that shows it.</summary>
internal sealed class FinishedJobs(RunningApp app)
{
    private static readonly Dictionary<string, object> Requests = new()
    {
        ["insert"] = new
        { benchmark = "insert", targets = Embedded, runs = 3, warmups = 1, options = new { items = 300, keys = 3, payloadBytes = 1_024 } },
        ["mget"] = new
        {
            benchmark = "mget",
            targets = Embedded,
            runs = 2,
            warmups = 0,
            options = new
            { keys = 1_000, keysPerCall = "1, 10, 100", secondsPerRun = 0.02 }
        },
        ["profiled"] = new
        {
            benchmark = "insert",
            strategies = new[] { "batch", "hset" },
            targets = Embedded,
            runs = 1,
            warmups = 0,
            profile = true,
            options = new
            { items = 20_000, payloadBytes = 2_000 }
        },
    };

    private readonly Dictionary<string, Guid> _jobs = [];

    public static IEnumerable<string> Names => Requests.Keys;

    private static string[] Embedded => ["embedded"];

    public async Task<Guid> OfAsync(string name)
    {
        if (_jobs.TryGetValue(name, out var known))
        {
            return known;
        }

        var id = await app.QueueAsync(JsonSerializer.Serialize(Requests[name]));
        await app.CompletedAsync(id);
        return _jobs[name] = Guid.Parse(id);
    }
}

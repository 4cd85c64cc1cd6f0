using System.Globalization;

namespace RedisPerf.Faults;

/// <summary>Requests with wrong methods, paths, queries and bodies, the same for each seed. They start no job.</summary>
internal static class RequestGenerator
{
    private static readonly string[] Methods = ["GET", "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE"];

    private static readonly string[] Paths =
    [
        "/", "/jobs", "/jobs/{}", "/targets", "/nodes", "/schedules", "/schedules/{}", "/schedules/{}/trend", "/compare", "/articles", "/source", "/error/{}", "/background",
        "/api/jobs", "/api/jobs/{}", "/api/jobs/{}/cancel", "/api/jobs/{}/events", "/api/jobs/{}/report", "/api/compare", "/api/schedules", "/api/schedules/{}",
        "/api/alerts", "/api/alerts/{}", "/api/benchmarks", "/api/targets", "/api/{}", "/health/{}", "/{}",
    ];

    private static readonly string[] Names =
    [
        "benchmark", "strategies", "options", "targets", "baseline", "runs", "warmups", "seed", "note", "from", "preset", "before", "limit", "state", "a", "b", "name",
        "cron", "timeZone", "grace", "open", "of", "handler", "format", "point", "strategy", "target", "items",
    ];

    private static readonly string[] Values =
    [
        "", "0", "-1", "1e308", "99999999999999999999", "NaN", "null", "insert", "batch", "true", "%00", "%ff%fe", "%ud800", "../../etc/passwd", "' OR 1=1 --",
        "<script>", "00000000-0000-0000-0000-000000000000", "0197a1b2-0000-7000-8000-000000000000", "2026-02-30", "%F0%9F%92%A9", "a,b,c", "*", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    ];

    public static (HttpMethod Method, string Path, string? Body) Next(Random random)
    {
        var method = new HttpMethod(Pick(Methods, random));
        var path = Pick(Paths, random).Replace("{}", Uri.EscapeDataString(Pick(Values, random)), StringComparison.Ordinal);
        var query = string.Join('&', Enumerable.Range(0, random.Next(4)).Select(_ => $"{Pick(Names, random)}={Pick(Values, random)}"));
        var body = method == HttpMethod.Get || method == HttpMethod.Head || method == HttpMethod.Trace || random.Next(4) == 0 ? null : Json(random, 0);

        // A stream of events does not end.
        return (method, path.EndsWith("/events", StringComparison.Ordinal) ? path + "x" : query.Length == 0 ? path : $"{path}?{query}", body);
    }

    private static string Json(Random random, int depth) => random.Next(depth == 0 ? 4 : depth < 4 ? 12 : 10) switch
    {
        0 or 1 or 2 or 11 => "{" + string.Join(',', Enumerable.Range(0, random.Next(5)).Select(_ => $"\"{Name(random)}\":{Json(random, depth + 1)}")) + (random.Next(20) == 0 ? "" : "}"),
        3 or 10 => "[" + string.Join(',', Enumerable.Range(0, random.Next(4)).Select(_ => Json(random, depth + 1))) + "]",
        4 => "\"" + Pick(Values, random) + "\"",
        5 => random.Next(-10, 1_000_000).ToString(CultureInfo.InvariantCulture),
        6 => Pick(["1e400", "-0", "1e-400", "1.5", "99999999999999999999999", "00", "-", "NaN"], random),
        7 => Pick(["true", "false", "null", "undefined"], random),
        8 => Pick(["\"\\ud800\"", "\"\\u0000\"", "\"\\udc00\\ud800\"", "\"\\x\"", "\"\n\""], random),
        _ => "\"nothing\"",
    };

    private static string Name(Random random) => random.Next(8) == 0 ? Pick(["", "\\ud800", "\\u0000", "__proto__", "$type"], random) : Pick(Names, random);

    private static string Pick(string[] from, Random random) => from[random.Next(from.Length)];
}

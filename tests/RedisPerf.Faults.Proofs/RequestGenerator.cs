using System.Globalization;
using System.Net.Http.Headers;
using System.Text;
using System.Text.RegularExpressions;

namespace RedisPerf.Faults.Proofs;

/// <summary>Requests to all routes with wrong methods, paths, queries, bodies and forms, the same for each seed.</summary>
/// <param name="routes">The routes of the program.</param>
/// <param name="known">Values that exist, by the path before them: <c>api/jobs</c>, <c>schedules</c>.</param>
/// <param name="token">The antiforgery token of a page.</param>
/// <param name="random">The source of all choices.</param>
internal sealed partial class RequestGenerator(
    IReadOnlyList<KnownRoute> routes, IReadOnlyDictionary<string, IReadOnlyList<string>> known, string token, Random random)
{
    private static readonly string[] Methods = ["GET", "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE"];

    private static readonly string[] UnknownPaths = ["/{}", "/api/{}", "/error/{}", "/jobs/{}/{}", "/api/jobs/{}/report", "/css/{}"];

    private static readonly string[] Names =
    [
        "benchmark", "strategies", "options", "targets", "baseline", "runs", "warmups", "seed", "note", "from", "preset", "before", "limit",
        "state", "base", "with", "name",
        "cron", "timeZone", "grace", "open", "of", "handler", "format", "point", "strategy", "target", "items", "a", "b", "budgetSeconds",
        "connection", "value", "request",
    ];

    private static readonly string[] Values =
    [
        "", "0", "-1", "1e308", "99999999999999999999", "NaN", "null", "insert", "batch", "true", "%00", "%ff%fe", "%ud800",
        "../../etc/passwd", "' OR 1=1 --",
        "<script>", "00000000-0000-0000-0000-000000000000", "0197a1b2-0000-7000-8000-000000000000", "2026-02-30", "%F0%9F%92%A9", "a,b,c",
        "*", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    ];

    private static readonly string[] ContentTypes = ["application/json", "application/json", "application/json", "application/json",
        "application/json", "application/x-ndjson", "application/octet-stream", "text/plain", "application/x-www-form-urlencoded", "x"];

    /// <summary>The next request, and a text that repeats it.</summary>
    public (HttpRequestMessage Request, string Text) Next()
    {
        if (random.Next(8) == 0)
        {
            var unknown = Parameter.Replace(Pick(UnknownPaths), _ => Uri.EscapeDataString(Pick(Values)));
            return Create(Pick(Methods), unknown + Query(), new("", [], [], []));
        }

        var route = Pick(routes);
        var path = ("/" + Parameter.Replace(route.Template, match => Uri.EscapeDataString(ValueAt(route.Template[..match.Index])))).Replace(
            "//", "/", StringComparison.Ordinal);
        return route.Handlers.Count > 0 && random.Next(2) == 0
            ? Create("POST", $"{path}?handler={Pick(route.Handlers)}", route)
            : Create(route.Methods.Count > 0 && random.Next(3) > 0 ? Pick(route.Methods) : Pick(Methods), path + Query(), route);
    }

    private (HttpRequestMessage Request, string Text) Create(string method, string path, KnownRoute route)
    {
        var hasBody = method is not ("GET" or "HEAD" or "TRACE") && random.Next(5) > 0;
        var (content, text) = !hasBody ? (null, "") : route.Handlers.Count > 0 && random.Next(5) > 0 ? Form(route) : Body();
        return (new HttpRequestMessage(new(method), path) { Content = content }, $"{method} {path} {text}");
    }

    private (HttpContent Content, string Text) Body()
    {
        var (type, json) = (Pick(ContentTypes), Json(0));
        var content = new ByteArrayContent(Encoding.UTF8.GetBytes(json));
        content.Headers.TryAddWithoutValidation("Content-Type", type);
        return (content, $"{type} {json}");
    }

    private (HttpContent Content, string Text) Form(KnownRoute route)
    {
        var fields = Enumerable.Range(0, random.Next(6)).Select(_ => (
            Name: route.Fields.Count > 0 && random.Next(4) > 0 ? Pick(route.Fields) : Pick(Names),
            Value: random.Next(2) == 0 ? Known() : Pick(Values))).ToList();
        if (random.Next(8) > 0)
        {
            fields.Add(("__RequestVerificationToken", token));
        }

        var text = string.Join('&', fields.Select(field => $"{field.Name}={field.Value}"));
        if (random.Next(4) > 0)
        {
            return (new FormUrlEncodedContent(fields.Select(field => KeyValuePair.Create(field.Name, field.Value))), text);
        }

        var parts = new MultipartFormDataContent();
        fields.ForEach(field => parts.Add(new StringContent(field.Value), field.Name));
        var file = new ByteArrayContent(Encoding.UTF8.GetBytes(Json(0)));
        file.Headers.ContentType = new MediaTypeHeaderValue("application/x-ndjson");
        parts.Add(file, "file", Uri.EscapeDataString(Pick(Values)) + ".ndjson");
        return (parts, $"multipart {text}");
    }

    private string Query()
    {
        var query =
            string.Join('&', Enumerable.Range(0, random.Next(4)).Select(_ => $"{Pick(Names)}={(random.Next(3) == 0 ? Known() : Pick(Values))}"));
        return query.Length == 0 ? "" : $"?{query}";
    }

    private string ValueAt(string path) =>
        random.Next(3) > 0 && known.TryGetValue(path.Trim('/'), out var values) ? Pick(values) : random.Next(3) == 0 ? Known() : Pick(Values);

    private string Known() => Pick(Pick([.. known.Values]));

    private string Json(int depth) => random.Next(depth == 0 ? 4 : depth < 4 ? 12 : 10) switch
    {
        0 or 1 or 2 or 11 => "{" + string.Join(',', Enumerable.Range(0, random.Next(5)).Select(_ => $"\"{Name()}\":{Json(depth + 1)}"))
            + (random.Next(20) == 0 ? "" : "}"),
        3 or 10 => "[" + string.Join(',', Enumerable.Range(0, random.Next(4)).Select(_ => Json(depth + 1))) + "]",
        4 => "\"" + (random.Next(3) == 0 ? Known() : Pick(Values)) + "\"",
        5 => random.Next(-10, 1_000_000).ToString(CultureInfo.InvariantCulture),
        6 => Pick(["1e400", "-0", "1e-400", "1.5", "99999999999999999999999", "00", "-", "NaN"]),
        7 => Pick(["true", "false", "null", "undefined"]),
        8 => Pick(["\"\\ud800\"", "\"\\u0000\"", "\"\\udc00\\ud800\"", "\"\\x\"", "\"\n\""]),
        _ => "\"nothing\"",
    };

    private string Name() => random.Next(8) == 0 ? Pick(["", "\\ud800", "\\u0000", "__proto__", "$type"]) : Pick(Names);

    private T Pick<T>(IReadOnlyList<T> from) => from[random.Next(from.Count)];

    [GeneratedRegex(@"\{[^}]*\}")]
    private static partial Regex Parameter { get; }
}

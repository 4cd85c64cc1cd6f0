using System.Text.Json;
using System.Text.Json.Nodes;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>A request as commands that a user can copy into a shell. Values that are equal to their defaults are omitted.</summary>
public static class RequestCommand
{
    /// <summary><c>--payload-bytes</c> for <c>payloadBytes</c>.</summary>
    public static string FlagOf(OptionInfo option) => $"--{JsonNamingPolicy.KebabCaseLower.ConvertName(option.Name)}";

    /// <summary><c>--runs</c> for <c>runs</c>. The seed is <c>--order-seed</c>, because benchmarks have an option <c>seed</c>; the time
    /// budget is <c>--budget</c>, because it accepts <c>10m</c>.</summary>
    public static string FlagOfField(OptionInfo field) => field.Name switch
    {
        RequestFields.Seed => "--order-seed",
        RequestFields.BudgetSeconds => "--budget",
        _ => FlagOf(field),
    };

    /// <summary>For example <c>redisperf run insert -s batch --items 10000 --target local</c>.</summary>
    public static string Redisperf(JobRequest request, string? note, BenchmarkInfo info) => string.Join(' ',
    [
        "redisperf", "run", info.Name,
        .. Strategies(request, info).SelectMany(strategy => new[] { "-s", strategy }),
        .. Changed(info.Options.Options, request.Options).SelectMany(option => new[] { FlagOf(option.Info), Quote(ValuesOf(option.Value)) }),
        .. Changed(RequestFields.WithoutNodes(RequestFields.Of(info)), Fields(request, note, info))
            .SelectMany(field => new[] { FlagOfField(field.Info), Quote(field.Value.ToString()) }),
        .. request.Targets.SelectMany(target => new[] { "--target", Quote(target) }),
        .. request.Clients.SelectMany(client => new[] { "--client", Quote(client) }),
        .. request.Server.SelectMany(setting => new[] { "--server", Quote($"{setting.Key}={string.Join(',', setting.Value)}") }),
    ]);

    /// <summary>For example <c>curl -s http://localhost:5080/api/jobs -H 'Content-Type: application/json' -d '{"benchmark":"insert"}'</c>.</summary>
    /// <param name="note">The note of the job; null for none.</param>
    /// <param name="info">The request's benchmark.</param>
    /// <param name="server">The address of RedisPerf, with a slash at its end.</param>
    /// <param name="needsToken">Whether the request needs the access token, which the command only names.</param>
    public static string Curl(JobRequest request, string? note, BenchmarkInfo info, Uri server, bool needsToken)
    {
        var body = new JsonObject { ["benchmark"] = info.Name };
        if (Strategies(request, info) is { Length: > 0 } strategies)
        {
            body["strategies"] = JsonSerializer.SerializeToNode(strategies);
        }

        var options = new JsonObject(Changed(info.Options.Options, request.Options)
            .Select(option => KeyValuePair.Create(option.Info.Name, JsonSerializer.SerializeToNode(option.Value))));
        if (options.Count > 0)
        {
            body["options"] = options;
        }

        foreach (var (field, value) in Changed(RequestFields.Of(info), Fields(request, note, info)))
        {
            body[field.Name] = JsonSerializer.SerializeToNode(value);
        }

        body["targets"] = JsonSerializer.SerializeToNode(request.Targets);
        if (request.Clients.Count > 0)
        {
            body["clients"] = JsonSerializer.SerializeToNode(request.Clients);
        }

        if (request.Server.Count > 0)
        {
            body["server"] = JsonSerializer.SerializeToNode(request.Server);
        }

        return $"curl -s {new Uri(server, "api/jobs")} -H 'Content-Type: "
            + $"application/json'{(needsToken ? " -H 'Authorization: Bearer <token>'" : "")} "
            + $"-d {Quote(body.ToJsonString(ModelJson.Options), always: true)}";
    }

    // Empty when the request has the default strategies.
    private static string[] Strategies(JobRequest request, BenchmarkInfo info)
    {
        var chosen = request.Strategies.Where(name => info.FindStrategy(name) is { IsFloor: false }).ToArray();
        return chosen.SequenceEqual(info.Strategies.Where(strategy => strategy is { IsDefault: true, IsFloor: false })
            .Select(strategy => strategy.Name)) ? [] : chosen;
    }

    // A request always has a baseline, even when the user chose none.
    private static Dictionary<string, JsonElement> Fields(JobRequest request, string? note, BenchmarkInfo info)
    {
        var fields = RequestFields.BodyOf(request, note)
            .Where(field => field.Value is JsonValue)
            .ToDictionary(field => field.Key, field => field.Value.Deserialize<JsonElement>());
        if (request.Baseline == info.DefaultBaseline(request.Strategies, request))
        {
            fields.Remove(RequestFields.Baseline);
        }

        if (request.Until == RunUntil.Decided)
        {
            fields.Remove(RequestFields.Runs);
        }

        return fields;
    }

    private static IEnumerable<(OptionInfo Info, JsonElement Value)> Changed(
        IEnumerable<OptionInfo> declared, IReadOnlyDictionary<string, JsonElement> values) =>
            from option in declared
            where values.ContainsKey(option.Name)
            let value = values[option.Name]
            where !option.IsDefault(value)
            select (option, value);

    // Several values without spaces.
    private static string ValuesOf(JsonElement value) => value.ValueKind == JsonValueKind.Array
        ? OptionInfo.Text(value).Replace(", ", ",", StringComparison.Ordinal)
        : OptionInfo.Text(value);

    // Safe in a POSIX shell.
    private static string Quote(string text, bool always = false) =>
        !always && text.Length > 0
            && text.All(character => char.IsAsciiLetterOrDigit(character) || "-_.,:/=".Contains(character, StringComparison.Ordinal))
            ? text
            : $"'{text.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}

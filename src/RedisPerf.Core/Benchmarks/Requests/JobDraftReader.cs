using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>Reads a <see cref="JobDraft"/> from the JSON of the HTTP contract: <c>{benchmark, strategies?, options?, targets?,
/// clients?}</c> and the <see cref="RequestFields"/>.</summary>
public static class JobDraftReader
{
    private static readonly string[] Fields = ["benchmark", "strategies", "options", "targets", "clients", "server", .. RequestFields.Names];

    /// <param name="body">Any JSON value.</param>
    /// <param name="errors">Receives an error for each field of the wrong type. The draft contains the other fields.</param>
    public static JobDraft Read(JsonElement body, ICollection<FieldError> errors)
    {
        if (!JsonFields.Check(body, Fields, """{"benchmark": "insert"}""", errors))
        {
            return new();
        }

        return new()
        {
            Benchmark = JsonFields.ReadString(body, "benchmark", errors),
            Strategies = Words(body, "strategies", errors),
            Options = Objects(body, "options", """{"items": 30000}""", errors),
            Targets = Words(body, "targets", errors),
            Clients = Words(body, "clients", errors),
            Server = Objects(body, "server", """{"appendfsync": ["no", "always"]}""", errors),
            Fields = RequestFields.Names.Where(name => JsonFields.Find(body, name) is not null).ToDictionary(
                name => name, name => JsonFields.Find(body, name)!.Value),
        };
    }

    private static string[]? Words(JsonElement body, string name, ICollection<FieldError> errors)
    {
        if (JsonFields.Find(body, name) is not { } value)
        {
            return null;
        }

        if (value.ValueKind == JsonValueKind.Array && value.EnumerateArray().All(item => item.ValueKind == JsonValueKind.String))
        {
            return [.. value.EnumerateArray().Select(item => item.GetString()!)];
        }

        errors.Add(new(name, $"{name} must be an array of strings."));
        return null;
    }

    private static Dictionary<string, JsonElement> Objects(JsonElement body, string name, string example, ICollection<FieldError> errors)
    {
        var values = new Dictionary<string, JsonElement>();
        if (JsonFields.Find(body, name) is not { } field)
        {
            return values;
        }

        if (field.ValueKind != JsonValueKind.Object)
        {
            errors.Add(new(name, $"{name} must be an object such as {example}."));
            return values;
        }

        foreach (var option in field.EnumerateObject())
        {
            values[option.Name] = option.Value;
        }

        return values;
    }
}

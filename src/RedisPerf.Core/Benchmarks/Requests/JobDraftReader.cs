using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>Reads a <see cref="JobDraft"/> from the JSON of the HTTP contract: <c>{benchmark, strategies?, options?, targets?, clients?}</c> and the <see cref="RequestFields"/>.</summary>
public static class JobDraftReader
{
    private static readonly string[] Fields = ["benchmark", "strategies", "options", "targets", "clients", .. RequestFields.Names];

    /// <param name="body">Any JSON value.</param>
    /// <param name="errors">Receives an error for each field of the wrong type. The draft contains the other fields.</param>
    public static JobDraft Read(JsonElement body, ICollection<FieldError> errors)
    {
        if (body.ValueKind != JsonValueKind.Object)
        {
            errors.Add(new("body", "The body must be a JSON object such as {\"benchmark\": \"insert\"}."));
            return new();
        }

        foreach (var name in body.EnumerateObject().Select(property => property.Name).Where(name => !Fields.Contains(name)).Select(FieldError.Shorten))
        {
            errors.Add(new(name, $"Unknown field \"{name}\". Valid fields: {string.Join(", ", Fields)}."));
        }

        return new()
        {
            Benchmark = Text(body, "benchmark", errors),
            Strategies = Words(body, "strategies", errors),
            Options = Values(body, errors),
            Targets = Words(body, "targets", errors),
            Clients = Words(body, "clients", errors),
            Fields = RequestFields.Names.Where(name => Present(body, name) is not null).ToDictionary(name => name, name => Present(body, name)!.Value),
        };
    }

    private static JsonElement? Present(JsonElement body, string name) =>
        body.TryGetProperty(name, out var value) && value.ValueKind != JsonValueKind.Null ? value : null;

    private static string? Text(JsonElement body, string name, ICollection<FieldError> errors)
    {
        if (Present(body, name) is not { } value)
        {
            return null;
        }

        if (value.ValueKind == JsonValueKind.String)
        {
            return value.GetString();
        }

        errors.Add(new(name, $"{name} must be a string."));
        return null;
    }

    private static string[]? Words(JsonElement body, string name, ICollection<FieldError> errors)
    {
        if (Present(body, name) is not { } value)
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

    private static Dictionary<string, JsonElement> Values(JsonElement body, ICollection<FieldError> errors)
    {
        var values = new Dictionary<string, JsonElement>();
        if (Present(body, "options") is not { } options)
        {
            return values;
        }

        if (options.ValueKind != JsonValueKind.Object)
        {
            errors.Add(new("options", "options must be an object such as {\"items\": 30000}."));
            return values;
        }

        foreach (var option in options.EnumerateObject())
        {
            values[option.Name] = option.Value;
        }

        return values;
    }
}

using System.Text.Json;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Web.Schedules;

/// <summary>Reads a <see cref="ScheduleDraft"/> from the JSON of the HTTP contract: <c>{name, cron, timeZone?, request}</c>.</summary>
public static class ScheduleDraftReader
{
    private static readonly string[] Fields = ["name", "cron", "timeZone", "request"];

    /// <param name="body">Any JSON value.</param>
    /// <param name="errors">Receives an error for each field of the wrong type; the other fields are in the draft.</param>
    public static ScheduleDraft Read(JsonElement body, ICollection<FieldError> errors)
    {
        if (body.ValueKind != JsonValueKind.Object)
        {
            errors.Add(new("body", "Send a JSON object such as {\"name\": \"nightly\", \"cron\": \"30 2 * * *\", \"timeZone\": \"Europe/Berlin\", \"request\": {\"benchmark\": \"insert\"}}."));
            return new();
        }

        foreach (var name in body.EnumerateObject().Select(property => property.Name).Where(name => !Fields.Contains(name)))
        {
            errors.Add(new(name, $"\"{name}\" is not a field of a schedule; the fields are {string.Join(", ", Fields)}."));
        }

        return new()
        {
            Name = ReadString(body, "name", errors),
            Cron = ReadString(body, "cron", errors),
            TimeZone = ReadString(body, "timeZone", errors),
            Request = Request(body, errors),
        };
    }

    private static JobDraft? Request(JsonElement body, ICollection<FieldError> errors)
    {
        if (!body.TryGetProperty("request", out var request) || request.ValueKind == JsonValueKind.Null)
        {
            return null;
        }

        var wrong = new List<FieldError>();
        var draft = JobDraftReader.Read(request, wrong);
        foreach (var error in wrong)
        {
            errors.Add(error with { Field = error.Field == "body" ? "request" : ScheduleDraft.RequestPrefix + error.Field });
        }

        return draft;
    }

    private static string? ReadString(JsonElement body, string name, ICollection<FieldError> errors)
    {
        if (!body.TryGetProperty(name, out var value) || value.ValueKind == JsonValueKind.Null)
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
}

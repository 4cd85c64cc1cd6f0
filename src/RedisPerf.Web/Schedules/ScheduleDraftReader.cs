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
        if (!JsonFields.Check(body, Fields,
            "{\"name\": \"nightly\", \"cron\": \"30 2 * * *\", \"timeZone\": \"Europe/Berlin\", \"request\": {\"benchmark\": \"insert\"}}", errors))
        {
            return new();
        }

        return new()
        {
            Name = JsonFields.ReadString(body, "name", errors),
            Cron = JsonFields.ReadString(body, "cron", errors),
            TimeZone = JsonFields.ReadString(body, "timeZone", errors),
            Request = Request(body, errors),
        };
    }

    private static JobDraft? Request(JsonElement body, ICollection<FieldError> errors)
    {
        if (JsonFields.Find(body, "request") is not { } request)
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
}

using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;

namespace RedisPerf.Web.Tests.Schedules;

/// <summary>Calls of the schedule routes.</summary>
internal static class ScheduleCalls
{
    /// <summary>The body of a schedule in UTC.</summary>
    public static string Json(string name, string cron, string? request = null) =>
        new JsonObject
        { ["name"] = name, ["cron"] = cron, ["timeZone"] = "UTC", ["request"] = JsonNode.Parse(request ?? SmallJob.ShortJson) }.ToJsonString();

    public static Task<HttpResponseMessage> SendAsync(this WebHost host, HttpMethod method, string path, string? json = null) =>
        host.Client.SendAsync(
            new(method, path) { Content = json is null ? null : new StringContent(json, Encoding.UTF8, "application/json") }, Ct);

    /// <summary>Adds a schedule.</summary>
    /// <returns>Its address in the API.</returns>
    public static async Task<string> AddScheduleAsync(this WebHost host, string json)
    {
        using var response = await host.SendAsync(HttpMethod.Post, "/api/schedules", json);
        response.StatusCode.ShouldBe(HttpStatusCode.Created, await response.Content.ReadAsStringAsync(Ct));
        return response.Headers.Location!.ToString();
    }

    public static async Task<JsonObject> AnswerAsync(this HttpResponseMessage response, HttpStatusCode status = HttpStatusCode.OK)
    {
        using (response)
        {
            response.StatusCode.ShouldBe(status, await response.Content.ReadAsStringAsync(Ct));
            return (await response.Content.ReadFromJsonAsync<JsonObject>(Ct))!;
        }
    }

    public static DateTimeOffset[] Next(this JsonObject schedule) => [.. schedule["nextRuns"]!.AsArray().Select(time => (DateTimeOffset)time!)];

    /// <summary>Its missed runs with their reasons.</summary>
    public static (DateTimeOffset DueAt, string Reason)[] Missed(this JsonObject schedule) =>
        [.. schedule["missed"]!.AsArray().Select(missed => ((DateTimeOffset)missed!["dueAt"]!, (string)missed["reason"]!))];
}

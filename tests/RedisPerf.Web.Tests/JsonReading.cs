using System.Net.Http.Json;
using System.Text.Json.Nodes;

namespace RedisPerf.Web.Tests;

/// <summary>Short access to the values of an answer.</summary>
internal static class JsonReading
{
    public static string? Text(this JsonNode node, string name) => (string?)node[name];

    public static string[] Names(this JsonNode node) => [.. node.AsObject().Select(property => property.Key)];

    /// <summary>The problem document of an error.</summary>
    public static async Task<JsonObject> ProblemAsync(this HttpResponseMessage response)
    {
        var text = await response.Content.ReadAsStringAsync(Ct);
        response.Content.Headers.ContentType?.MediaType.ShouldBe("application/problem+json", text);
        var problem = JsonNode.Parse(text)!.AsObject();
        ((int?)problem["status"]).ShouldBe((int)response.StatusCode);
        return problem;
    }

    /// <summary>The message of a validation problem for one field, or null.</summary>
    public static string? Error(this JsonObject problem, string field) => (string?)problem["errors"]?[field]?[0];

    public static async Task<JsonArray> GetArrayAsync(this HttpClient client, string path) =>
        (await client.GetFromJsonAsync<JsonArray>(path, Ct))!;

    /// <summary>Reads an address of the API until the answer satisfies the condition, and returns it.</summary>
    public static Task<JsonObject> UntilAsync(this HttpClient client, string path, Func<JsonObject, bool> isSo) =>
        Poll.UntilAsync(async () => (await client.GetFromJsonAsync<JsonObject>(path, Ct))!, isSo);

    public static string ShouldNotContainNewLine(this string text)
    {
        text.ShouldNotContain("\n");
        return text;
    }
}

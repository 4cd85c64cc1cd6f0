using System.Text.Json;
using System.Text.Json.Nodes;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The body of a message to the webhook: the alert, and its sentence in the fields that chat systems show. Slack, Mattermost,
/// Rocket.Chat, Google Chat and the connectors of Teams read <c>text</c>, and Discord reads <c>content</c>.</summary>
public static class ChatMessage
{
    /// <param name="isResolved">Whether the alert has ended.</param>
    public static string OfAlert(Alert alert, bool isResolved)
    {
        var document = new AlertDocument(alert);
        return With(
            JsonSerializer.SerializeToNode(document, DocumentJson.Options)!.AsObject(), $"{(isResolved ? "Resolved: " : "")}{document.Sentence}");
    }

    /// <param name="node">The node that sends it.</param>
    public static string OfTest(string node) =>
        With(new JsonObject(), $"A test message of RedisPerf on {node}. Alerts are sent to this address.");

    private static string With(JsonObject body, string sentence)
    {
        // The name of a schedule must not notify a whole channel, as <!channel> and @everyone do.
        var text = sentence.Replace('<', '‹').Replace('>', '›').Replace("@", "@\u200B", StringComparison.Ordinal);
        (body["text"], body["content"]) = (text, text);
        return body.ToJsonString(DocumentJson.Options);
    }
}

using System.Globalization;
using System.Text.Json;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>Describes why a file of a user is not the expected JSON: the place and the expectation. The framework's
/// own messages have the names of types.</summary>
internal static class JsonFault
{
    private const string Root = "$";

    /// <summary>A sentence about a text that is not JSON.</summary>
    public static string OfSyntax(JsonException exception) => string.Create(CultureInfo.InvariantCulture,
        $"The JSON is invalid or incomplete in line {(exception.LineNumber ?? 0) + 1}, byte {(exception.BytePositionInLine ?? 0) + 1}.");

    /// <summary>A clause about JSON that has another structure than expected: <c>cases[0].runs[1] lacks a required field, or …</c>.</summary>
    public static string OfStructure(JsonException exception)
    {
        var place = exception.Path is null or Root ? "it" : exception.Path.StartsWith($"{Root}.", StringComparison.Ordinal)
            ? exception.Path[(Root.Length + 1)..]
            : exception.Path;
        return $"{place} lacks a required field, or has a value of another type.";
    }

    /// <summary>The JSON of a text.</summary>
    /// <exception cref="FormatException">It is not JSON. The message is a sentence.</exception>
    public static JsonElement Parse(string json)
    {
        try
        {
            using var document = JsonDocument.Parse(json);
            return document.RootElement.Clone();
        }
        catch (JsonException exception)
        {
            throw new FormatException(OfSyntax(exception), exception);
        }
    }
}

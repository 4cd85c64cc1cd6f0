using System.Text.Encodings.Web;
using System.Text.Json;

namespace RedisPerf.Core.Payloads;

/// <summary>
/// How JSON is laid out here: two spaces, line feeds, nothing escaped that JSON lets stand. Whoever writes JSON by it
/// gives the same bytes for the same value, which is what lets a decoded payload be compared byte by byte.
/// </summary>
public static class JsonLayout
{
    /// <summary>The writer's settings. The line feed is named, because the framework's default differs by platform.</summary>
    public static JsonWriterOptions Indented { get; } = new()
    {
        Indented = true,
        IndentCharacter = ' ',
        IndentSize = 2,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };
}

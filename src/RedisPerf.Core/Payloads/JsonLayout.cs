using System.Text.Encodings.Web;
using System.Text.Json;

namespace RedisPerf.Core.Payloads;

/// <summary>The JSON format of all documents: indented by two spaces, line feeds, only mandatory escapes. The same value always gives the
/// same bytes, so a decoded payload can be compared byte by byte.</summary>
public static class JsonLayout
{
    /// <summary>The writer's settings. The line feed is explicit, because the framework's default depends on the platform.</summary>
    public static JsonWriterOptions Indented { get; } = new()
    {
        Indented = true,
        IndentCharacter = ' ',
        IndentSize = 2,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };
}

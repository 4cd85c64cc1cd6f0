using System.Text.Json;

namespace RedisPerf.Core.Model;

/// <summary>The strings of parsed JSON. The parser decodes their escapes only when they are read.</summary>
public static class JsonStrings
{
    /// <summary>Decodes all names and strings of a value.</summary>
    /// <exception cref="InvalidOperationException">One is not valid Unicode: half of a surrogate pair, or bytes that are not UTF-8.</exception>
    public static void Check(JsonElement value)
    {
        switch (value.ValueKind)
        {
            case JsonValueKind.String:
                value.GetString();
                break;
            case JsonValueKind.Array:
                foreach (var item in value.EnumerateArray())
                {
                    Check(item);
                }

                break;
            case JsonValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    _ = property.Name;
                    Check(property.Value);
                }

                break;
        }
    }
}

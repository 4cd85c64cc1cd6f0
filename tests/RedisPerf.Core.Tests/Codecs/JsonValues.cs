using System.Text;
using System.Text.Json;

namespace RedisPerf.Core.Tests.Codecs;

/// <summary>Compares JSON by value: names and strings by characters, integers exactly, other numbers as 64-bit floats.</summary>
internal static class JsonValues
{
    public static void ShouldBeSame(byte[] actual, byte[] expected)
    {
        using var one = JsonDocument.Parse(actual);
        using var other = JsonDocument.Parse(expected);
        Same(one.RootElement, other.RootElement).ShouldBeTrue($"{Start(actual)} is not the value of {Start(expected)}");
    }

    private static bool Same(JsonElement one, JsonElement other) => one.ValueKind == other.ValueKind && one.ValueKind switch
    {
        JsonValueKind.Object => one.EnumerateObject().Zip(other.EnumerateObject())
            .All(pair => pair.First.Name == pair.Second.Name && Same(pair.First.Value, pair.Second.Value))
            && one.EnumerateObject().Count() == other.EnumerateObject().Count(),
        JsonValueKind.Array => one.GetArrayLength() == other.GetArrayLength()
            && one.EnumerateArray().Zip(other.EnumerateArray()).All(pair => Same(pair.First, pair.Second)),
        JsonValueKind.String => one.GetString() == other.GetString(),
        JsonValueKind.Number => one.TryGetDecimal(out var exact) && other.TryGetDecimal(out var otherExact) && exact == otherExact
            || one.GetDouble() == other.GetDouble(),
        _ => true,
    };

    private static string Start(byte[] json) => Encoding.UTF8.GetString(json.AsSpan(0, Math.Min(json.Length, 200)));
}

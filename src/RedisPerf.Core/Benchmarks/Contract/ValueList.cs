using System.Text.Json;

namespace RedisPerf.Core.Benchmarks.Contract;

public static class ValueList
{
    public static IReadOnlyList<object>? Read(OptionInfo option, JsonElement value, bool fromText, out string predicate)
    {
        predicate = "";
        JsonElement[] parts = value.ValueKind == JsonValueKind.Array ? [.. value.EnumerateArray()]
            : value.ValueKind == JsonValueKind.String && option.CanVary ? [.. value.GetString()!.Split([',', ' '], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(word => JsonSerializer.SerializeToElement(word))]
            : [value];
        var read = new List<object>();
        foreach (var part in parts)
        {
            if (OptionValue.Read(option, part, fromText || (value.ValueKind == JsonValueKind.String && option.IsVaried), out predicate) is not { } one)
            {
                return null;
            }

            read.Add(one);
        }

        return [.. read.Distinct().Order()];
    }
}

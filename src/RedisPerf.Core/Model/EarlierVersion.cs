using System.Globalization;
using System.Text.Json;

namespace RedisPerf.Core.Model;

/// <summary>What earlier versions wrote: a case had a target, a client and a point, the value of the one option that its benchmark varied,
/// and this option was a list as a string.</summary>
internal static class EarlierVersion
{
    /// <summary>The axis of a point whose benchmark is not known yet.</summary>
    private const string Point = "point";

    /// <summary>The varied options. This list never changes: later options have arrays.</summary>
    private static readonly Dictionary<string, string> VariedOptions = new()
    {
        ["mget"] = "keysPerCall",
        ["load"] = "rates",
        ["list-push"] = "bulkSizes",
        ["pipelining"] = "batchSizes",
        ["connections"] = "connections",
        ["online-users"] = "users",
    };

    public static Coordinates CoordinatesOf(string? target, double? point, string? client) =>
        Coordinates.None.With(Axis.Target, target).With(Axis.Client, client)
            .With(Point, point is { } value ? Coordinates.TextOf(value) : null);

    /// <summary>The coordinates with the name of the option that the benchmark varied.</summary>
    public static Coordinates Resolve(Coordinates at, string benchmark) =>
        at[Point] is { } value ? at.Without(Point).With(VariedOptions.GetValueOrDefault(benchmark, Point), value) : at;

    /// <summary>The values of an option: numbers in a string as an array.</summary>
    public static KeyValuePair<string, JsonElement> Resolve(KeyValuePair<string, JsonElement> option)
    {
        if (option.Value.ValueKind != JsonValueKind.String || !VariedOptions.ContainsValue(option.Key))
        {
            return option;
        }

        var numbers = new SortedSet<long>();
        foreach (var word in option.Value.GetString()!.Split([',', ' '], StringSplitOptions.RemoveEmptyEntries))
        {
            if (!long.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
            {
                return option;
            }

            numbers.Add(number);
        }

        return KeyValuePair.Create(option.Key, JsonSerializer.SerializeToElement(numbers));
    }
}

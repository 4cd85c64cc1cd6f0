using System.Globalization;
using System.Text.Json;

namespace RedisPerf.Core.Model;

/// <summary>What earlier versions wrote: a case had a target, a client and a point, the value of the one option that its benchmark varied,
/// and this option was a list as a string.</summary>
internal static class EarlierVersion
{
    /// <summary>The axis of a point whose benchmark is not known yet.</summary>
    private const string Point = "point";

    /// <summary>The varied options, with their labels. This list never changes: later options have arrays, and later requests have labels.</summary>
    private static readonly (string Benchmark, string Option, string Label)[] VariedOptions =
    [
        ("mget", "keysPerCall", "keys per call"),
        ("load", "rates", "operations/s"),
        ("list-push", "bulkSizes", "numbers in one push"),
        ("pipelining", "batchSizes", "writes in a batch"),
        ("connections", "connections", "connections"),
        ("online-users", "users", "users"),
    ];

    public static Coordinates CoordinatesOf(string? target, double? point, string? client) =>
        Coordinates.None.With(Axis.Target, target).With(Axis.Client, client)
            .With(Point, point is { } value ? Coordinates.TextOf(value) : null);

    /// <summary>The coordinates with the name of the option that the benchmark varied.</summary>
    public static Coordinates Resolve(Coordinates at, string benchmark) =>
        at[Point] is { } value
            ? at.Without(Point).With(Array.Find(VariedOptions, varied => varied.Benchmark == benchmark).Option ?? Point, value)
            : at;

    /// <summary>The label of the axis of an option; null for a later option.</summary>
    public static string? LabelOf(string option) => Array.Find(VariedOptions, varied => varied.Option == option).Label;

    /// <summary>The values of an option: numbers in a string as an array.</summary>
    public static KeyValuePair<string, JsonElement> Resolve(KeyValuePair<string, JsonElement> option)
    {
        if (option.Value.ValueKind != JsonValueKind.String || !Array.Exists(VariedOptions, varied => varied.Option == option.Key))
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

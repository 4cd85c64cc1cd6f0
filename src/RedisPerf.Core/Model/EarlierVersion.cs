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

    /// <summary>The name and the value of the setting of a simulated link, which also named the part without a simulation:
    /// <c>+5 ms, unlimited bandwidth</c>, <c>+0 ms, 100 Mbit/s</c>.</summary>
    private const string Link = "simulated link", NoDelay = "+0 ms, ", NoLimit = ", unlimited bandwidth";

    /// <summary>A target whose simulated link is described as by this version.</summary>
    public static TargetEnvironment Resolve(TargetEnvironment target)
    {
        // In a file from a user, both can be null, which its reader refuses.
        if (target is not { Settings: { } settings } || settings.GetValueOrDefault(Link) is not { } text
            || (!text.StartsWith(NoDelay, StringComparison.Ordinal) && !text.EndsWith(NoLimit, StringComparison.Ordinal)))
        {
            return target;
        }

        var words = text.StartsWith(NoDelay, StringComparison.Ordinal) ? text[NoDelay.Length..] : text[..^NoLimit.Length];
        return target with { Settings = new Dictionary<string, string>(settings, StringComparer.Ordinal) { [Link] = words } };
    }

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

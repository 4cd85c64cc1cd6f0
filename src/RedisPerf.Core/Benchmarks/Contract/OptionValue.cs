using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Reads and checks the value of one option.</summary>
public static class OptionValue
{
    /// <summary>Up to here, a double holds each whole number.</summary>
    private const double MaxExact = 1L << 53;

    /// <param name="fromText">Whether numbers are strings, as in forms and command-line options.</param>
    /// <param name="predicate">What a valid value is, after the name of the option: <c>must be a whole number from 1 to 100, not "0".</c></param>
    /// <returns>A long, double, bool or string, depending on the option's type; null when the value is invalid.</returns>
    public static object? Read(OptionInfo option, JsonElement value, bool fromText, out string predicate)
    {
        var given = option.Type == OptionType.Text && value.ValueKind == JsonValueKind.String
            ? string.Create(CultureInfo.InvariantCulture, $"{value.GetString()!.Length:#,0}")
            : Quote(value);
        predicate = $"must be {DescribeValid(option)}, not {given}.";
        return option.Type switch
        {
            OptionType.Boolean => ParseBoolean(value, fromText),
            OptionType.Choice =>
                value.ValueKind == JsonValueKind.String && (option.Choices!.Contains(value.GetString()!) || value.ValueEquals((string)option.Default))
                    ? value.GetString()
                    : null,
            OptionType.Text => value.ValueKind == JsonValueKind.String && !(value.GetString()!.Length > option.Maximum) ? value.GetString() : null,
            OptionType.Integer => Integer(option, value, fromText) is { } whole && IsWithin(option, whole) ? whole : null,
            _ => Number(option, value, fromText) is { } number && IsWithin(option, number) ? number : null,
        };
    }

    /// <summary>The type of the option whose property has a value, and the value in the form of <see cref="OptionInfo.Default"/>; null when an
    /// option cannot have it.</summary>
    internal static (OptionType Type, object Value)? Describe(object value) => value switch
    {
        bool flag => (OptionType.Boolean, flag),
        Enum word => (OptionType.Choice, word.ToWord()),
        int or long => (OptionType.Integer, Convert.ToInt64(value, CultureInfo.InvariantCulture)),
        double number => (OptionType.Number, number),
        string text => (OptionType.Text, text),
        _ => null,
    };

    /// <summary>Describes the valid values of an option: <c>a whole number from 1 to 10,000,000</c>.</summary>
    public static string DescribeValid(OptionInfo option)
    {
        var bounds = option is { Minimum: { } minimum, Maximum: { } maximum }
            ? string.Create(CultureInfo.InvariantCulture, $" from {minimum:#,0.###} to {maximum:#,0.###}")
            : "";
        var unit = option.Unit is null ? "" : $" ({option.Unit})";
        return option.Type switch
        {
            OptionType.Boolean => "true or false",
            OptionType.Choice => $"one of {string.Join(", ", option.Choices!)}",
            OptionType.Text => option.Maximum is { } length
                ? string.Create(CultureInfo.InvariantCulture, $"a string of at most {length:#,0} characters")
                : "a string",
            OptionType.Integer => $"a whole number{bounds}{unit}",
            _ => $"a number{bounds}{unit}",
        };
    }

    /// <summary>The size that a user typed for an option in bytes: <c>32 KB</c> for <c>32768</c>; null for another option or an invalid
    /// value, and below 1 KB.</summary>
    public static string? SizeText(OptionInfo option, string typed) =>
        option.Unit == "bytes" && Integer(option, JsonSerializer.SerializeToElement(typed), fromText: true) is { } bytes && bytes >= 1 << 10
            && IsWithin(option, bytes)
            ? Quantity.SizeText(bytes)
            : null;

    private static bool IsWithin(OptionInfo option, double value) =>
        double.IsFinite(value) && !(value < option.Minimum) && !(value > option.Maximum);

    private static bool? ParseBoolean(JsonElement value, bool fromText) => value.ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        JsonValueKind.String when fromText && bool.TryParse(value.GetString(), out var flag) => flag,
        _ => null,
    };

    private static long? Integer(OptionInfo option, JsonElement value, bool fromText) => value.ValueKind switch
    {
        JsonValueKind.Number when value.TryGetInt64(out var whole) => whole,
        JsonValueKind.String when fromText && Quantity.Read(value.GetString()!, option.Unit) is { } number && Math.Abs(number) <= MaxExact
            && double.IsInteger(number) => (long)number,
        _ => null,
    };

    private static double? Number(OptionInfo option, JsonElement value, bool fromText) => value.ValueKind switch
    {
        JsonValueKind.Number when value.TryGetDouble(out var number) => number,
        JsonValueKind.String when fromText => Quantity.Read(value.GetString()!, option.Unit),
        _ => null,
    };

    private static string Quote(JsonElement value)
    {
        var raw = value.GetRawText();
        return raw switch
        {
            "\"\"" => "nothing",
            { Length: > 60 } => raw[..60] + "…",
            _ => raw,
        };
    }
}

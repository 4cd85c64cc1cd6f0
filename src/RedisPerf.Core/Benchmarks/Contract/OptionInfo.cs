using System.Globalization;
using System.Text.Json;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>One declared parameter of a benchmark, for the form, the API schema and the CLI.</summary>
/// <param name="Name">camelCase: <c>payloadBytes</c>.</param>
/// <param name="Label">A short description.</param>
/// <param name="Type">The type of its value.</param>
/// <param name="Default">A long, double, bool or string, depending on the type. The default of a choice can be empty:
/// then another rule chooses.</param>
/// <param name="Minimum">Inclusive; null when unbounded.</param>
/// <param name="Maximum">Inclusive; the maximum length in characters of a text; null when unbounded.</param>
/// <param name="Unit">For example <c>bytes</c>; null for a plain count.</param>
/// <param name="IsAdvanced">Collapsed by default in a form.</param>
/// <param name="IsGeneratedOnly">Without effect in a job with a payload, where it has its default.</param>
public sealed record OptionInfo(
    string Name,
    string Label,
    OptionType Type,
    object Default,
    double? Minimum,
    double? Maximum,
    string? Unit,
    IReadOnlyList<string>? Choices,
    bool IsAdvanced,
    bool IsGeneratedOnly = false)
{
    /// <summary>The default as a user types it.</summary>
    public string DefaultText => Text(Default);

    /// <summary>Whether a value of the option, also as a user types it, is the default: <c>10k</c> for 10,000.</summary>
    public bool IsDefault(JsonElement value) => Default.Equals(OptionValue.Read(this, value, fromText: true, out _));

    /// <inheritdoc cref="IsDefault(JsonElement)"/>
    public bool IsDefault(string typed) => IsDefault(JsonSerializer.SerializeToElement(typed));

    /// <summary>The value of the option in a set of values, as a user types it; the default when the set is older than the option.</summary>
    public string TextIn(IReadOnlyDictionary<string, JsonElement> values) => values.TryGetValue(Name, out var value) ? Text(value) : DefaultText;

    private static string Text(object value) => value switch
    {
        true or JsonElement { ValueKind: JsonValueKind.True } => "true",
        false or JsonElement { ValueKind: JsonValueKind.False } => "false",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
    };
}

/// <summary>The type of an option's value. In JSON the names are camelCase: <c>integer</c>.</summary>
public enum OptionType
{
    Integer,
    Number,
    Boolean,

    /// <summary>One of <see cref="OptionInfo.Choices"/>.</summary>
    Choice,
    Text,
}

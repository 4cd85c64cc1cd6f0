using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>One declared parameter of a benchmark, for the form, the API schema and the CLI.</summary>
/// <param name="Name">camelCase: <c>payloadBytes</c>.</param>
/// <param name="Label">A short description.</param>
/// <param name="Type">The type of its value.</param>
/// <param name="Default">A long, double, bool or string, depending on the type, or an array of them if jobs vary the option by default. The
/// default of a choice can be empty: then another rule chooses.</param>
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
    /// <summary>The label of the option as an axis and in a sentence: <c>keys per call</c>.</summary>
    public string AxisLabel { get; init; } = Label;

    /// <summary>See <see cref="ZeroIsOffAttribute"/>.</summary>
    public bool IsZeroOff { get; init; }

    /// <inheritdoc cref="ZeroIsOffAttribute.Word"/>
    public string? ZeroWord { get; init; }

    /// <summary>Whether jobs vary it by default. Then it is always an axis, even with a single value.</summary>
    public bool IsVaried => Default is IReadOnlyList<object>;

    /// <summary>See <see cref="SearchedByAttribute"/>; null when no job searches its value.</summary>
    public string? SearchedBy { get; init; }

    /// <summary>The value with which a search starts by default.</summary>
    internal object? SearchStart { get; init; }

    /// <summary>Whether a job searches its value.</summary>
    internal bool IsSearched(IReadOnlyDictionary<string, JsonElement> values) => SearchedBy is { } option && CaseSearch.HasGoal(values, option);

    /// <summary>Whether a job can vary it.</summary>
    public bool CanVary { get; init; }

    /// <summary>The default as a user types it.</summary>
    public string DefaultText => Text(JsonSerializer.SerializeToElement(Default));

    /// <summary>Whether a value of the option, also as a user types it, is the default: <c>10k</c> for 10,000.</summary>
    public bool IsDefault(JsonElement value) =>
        ValueList.Read(this, value, fromText: true, out _, IsVaried) is { } values
            && values.SequenceEqual(Default as IReadOnlyList<object> ?? [Default]);

    /// <inheritdoc cref="IsDefault(JsonElement)"/>
    public bool IsDefault(string typed) => IsDefault(JsonSerializer.SerializeToElement(typed));

    /// <summary>The value of the option in a set of values, as a user types it; the default when the set is older than the option.</summary>
    public string TextIn(IReadOnlyDictionary<string, JsonElement> values) => values.TryGetValue(Name, out var value) ? Text(value) : DefaultText;

    /// <summary>A value or several values as a user types them.</summary>
    public static string Text(JsonElement value) => value.ValueKind == JsonValueKind.Array
        ? string.Join(", ", value.EnumerateArray().Select(Coordinates.TextOf))
        : Coordinates.TextOf(value);
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

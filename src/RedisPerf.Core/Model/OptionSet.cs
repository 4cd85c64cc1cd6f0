using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Text.Json;

namespace RedisPerf.Core.Model;

/// <summary>The options of a request: their values by name, as they are stored and shown, and the values at some coordinates as the options
/// record of a benchmark. An option that a job varies has an array. The values of another version can lack an option, which then has its
/// default, and can have unknown ones, which a record ignores.</summary>
/// <param name="values">By the camelCase names of the options.</param>
public sealed class OptionSet(IEnumerable<KeyValuePair<string, JsonElement>> values)
    : ReadOnlyDictionary<string, JsonElement>(values.Select(EarlierVersion.Resolve).ToDictionary())
{
    // A null in a job of an earlier version is an error, as a value of another type is.
    private static readonly JsonSerializerOptions Reading = new(ModelJson.Options) { RespectNullableAnnotations = true };

    private readonly ConcurrentDictionary<Type, object> _records = [];
    private readonly ConcurrentDictionary<Coordinates, OptionSet> _variants = [];

    /// <summary>The options that a job varies, in their order.</summary>
    public IEnumerable<KeyValuePair<string, JsonElement>> Varied => Dictionary.Where(option => option.Value.ValueKind == JsonValueKind.Array);

    /// <summary>Each combination of the values of the varied options.</summary>
    public IEnumerable<Coordinates> Combinations =>
        JobAxes.Product(Varied.Select(option => new Axis(option.Key, AxisKind.Option, [.. option.Value.EnumerateArray()])));

    /// <summary>The options with one value each: that of the coordinates, or the first one when they have none.</summary>
    public OptionSet At(Coordinates at)
    {
        var own = at.Only(axis => TryGetValue(axis, out var values) && values.ValueKind == JsonValueKind.Array);
        return _variants.GetOrAdd(own, coordinates => new(Dictionary.Select(option => KeyValuePair.Create(
            option.Key, option.Value.ValueKind == JsonValueKind.Array ? Choose(option.Value, coordinates[option.Key]) : option.Value))));
    }

    private static JsonElement Choose(JsonElement values, string? text)
    {
        var all = values.EnumerateArray().ToArray();
        return Array.Find(all, value => Coordinates.TextOf(value) == text) is { ValueKind: not JsonValueKind.Undefined } chosen ? chosen
            : all is [var first, ..] ? first
            : values;
    }

    /// <summary>The values as a record, which is created once.</summary>
    /// <param name="type">The type of the record.</param>
    /// <exception cref="JsonException">A value has another type than the option, as in a job of an earlier version.</exception>
    public object As(Type type) => _records.GetOrAdd(type, record => JsonSerializer.SerializeToElement(Dictionary).Deserialize(record, Reading)!);
}

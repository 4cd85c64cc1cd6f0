using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Text.Json;

namespace RedisPerf.Core.Model;

/// <summary>The options of a request: their values by name, as they are stored and shown, and the same values as the options
/// record of a benchmark. The values of another version can lack an option, which then has its default, and can have unknown
/// ones, which a record ignores.</summary>
/// <param name="values">By the camelCase names of the options.</param>
public sealed class OptionSet(IEnumerable<KeyValuePair<string, JsonElement>> values) : ReadOnlyDictionary<string, JsonElement>(values.ToDictionary())
{
    // A null in a job of an earlier version is an error, as a value of another type is.
    private static readonly JsonSerializerOptions Reading = new(ModelJson.Options) { RespectNullableAnnotations = true };

    private readonly ConcurrentDictionary<Type, object> _records = [];

    /// <summary>The values as a record, which is created once.</summary>
    /// <param name="type">The type of the record.</param>
    /// <exception cref="JsonException">A value has another type than the option, as in a job of an earlier version.</exception>
    public object As(Type type) => _records.GetOrAdd(type, record => JsonSerializer.SerializeToElement(Dictionary).Deserialize(record, Reading)!);
}

using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>The values of an enum as words, in all output as in the JSON: <c>completed</c>, <c>openLoop</c>.</summary>
public static class EnumWord
{
    public static string ToWord(this Enum value) => WordOf(value.GetType(), value.ToString());

    /// <summary>The words of all values, in the order of their declaration.</summary>
    public static IReadOnlyList<string> All<T>()
        where T : struct, Enum => All(typeof(T));

    /// <inheritdoc cref="All{T}"/>
    public static IReadOnlyList<string> All(Type type) => [.. type.GetEnumNames().Select(name => WordOf(type, name))];

    /// <summary>The value of a word; null for another text.</summary>
    public static T? Read<T>(string? word)
        where T : struct, Enum => Enum.GetValues<T>().Select(value => (T?)value).FirstOrDefault(value => value!.Value.ToWord() == word);

    // As the converter of the JSON.
    private static string WordOf(Type type, string name) =>
        type.GetField(name)?.GetCustomAttribute<JsonStringEnumMemberNameAttribute>()?.Name ?? JsonNamingPolicy.CamelCase.ConvertName(name);
}

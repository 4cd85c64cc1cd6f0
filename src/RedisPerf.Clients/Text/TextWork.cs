using System.Text;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Text;

/// <summary>The names of a work as strings, for a library without binary keys. Values are bytes.</summary>
internal static class TextWork
{
    public static string Of(byte[] name) => Encoding.UTF8.GetString(name);

    public static string[] Of(IReadOnlyList<byte[]> names)
    {
        var texts = new string[names.Count];
        for (var at = 0; at < texts.Length; at++)
        {
            texts[at] = Of(names[at]);
        }

        return texts;
    }

    public static KeyValuePair<string, byte[]>[] Of(PipeliningWork work) =>
        [.. work.Pairs.Select(pair => KeyValuePair.Create(Of(pair.Key), pair.Value))];

    public static TextField[] Of(InsertWork work) =>
        [.. Of(work.Fields.Select(field => (field.Key, field.Name))).Zip(work.Fields, (names, field) => names with { Value = field.Value })];

    public static TextField[] Of(HgetDecodeWork work) => [.. Of(work.Fields.Select(field => (field.Key, field.Name)))];

    /// <summary>Divides fields into commands of one hash each.</summary>
    public static IEnumerable<ArraySegment<TextField>> FieldsOfOneKey(this TextField[] fields, int count)
    {
        var start = 0;
        for (var end = 1; end <= fields.Length; end++)
        {
            if (end == fields.Length || end - start == count || !ReferenceEquals(fields[end].Key, fields[start].Key))
            {
                yield return new(fields, start, end - start);
                start = end;
            }
        }
    }

    /// <summary>The names and values of fields, as the arguments of a command.</summary>
    public static object[] Arguments(this ArraySegment<TextField> fields)
    {
        var arguments = new object[2 * fields.Count];
        for (var at = 0; at < fields.Count; at++)
        {
            (arguments[2 * at], arguments[(2 * at) + 1]) = (fields[at].Name, fields[at].Value);
        }

        return arguments;
    }

    // The fields of a hash have the same array, and then the same string.
    private static IEnumerable<TextField> Of(IEnumerable<(byte[] Key, byte[] Name)> fields)
    {
        var (bytes, text) = (Array.Empty<byte>(), "");
        foreach (var (key, name) in fields)
        {
            if (!ReferenceEquals(key, bytes))
            {
                (bytes, text) = (key, Of(key));
            }

            yield return new(text, Of(name), []);
        }
    }
}

/// <summary>A field of a hash.</summary>
/// <param name="Key">The key of the hash.</param>
/// <param name="Name">The name of the field.</param>
/// <param name="Value">The document to write; empty to read.</param>
internal readonly record struct TextField(string Key, string Name, byte[] Value);

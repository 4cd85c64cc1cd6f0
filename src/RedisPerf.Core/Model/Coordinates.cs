using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>One value for each axis of a case, by the name of the axis. Values are compared by their canonical text: a number has its shortest
/// form, so that <c>1e3</c> and <c>1000</c> are the same value. The order of the axes does not matter.</summary>
[JsonConverter(typeof(CoordinatesJson))]
public sealed class Coordinates : IEquatable<Coordinates>
{
    private static readonly (string Plain, string Escaped)[] Escapes = [("%", "%25"), ("&", "%26"), ("=", "%3D")];

    private readonly KeyValuePair<string, string>[] _values;
    private readonly string _text;

    private Coordinates(IEnumerable<KeyValuePair<string, string>> values)
    {
        // The target and the client come first, as in all tables.
        _values = [.. values.OrderBy(value => Array.IndexOf(Axis.Places, value.Key) is var place and >= 0 ? place : Axis.Places.Length)
            .ThenBy(value => value.Key, StringComparer.Ordinal)];
        _text = string.Join('&', _values.Select(value => $"{Escape(value.Key)}={Escape(value.Value)}"));
    }

    /// <summary>No axis.</summary>
    public static Coordinates None { get; } = new([]);

    /// <summary>The values, by the names of their axes.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Values => _values;

    public int Count => _values.Length;

    public string? Target => this[Axis.Target];

    public string? Client => this[Axis.Client];

    /// <summary>The value on an axis; null without one.</summary>
    public string? this[string axis] => Array.Find(_values, value => value.Key == axis).Value;

    /// <summary>The coordinates of a target, and of a client if the job names clients.</summary>
    public static Coordinates Of(string target, string? client = null) => None.With(Axis.Target, target).With(Axis.Client, client);

    /// <summary>The coordinates of a text of <see cref="ToString"/>.</summary>
    public static Coordinates Parse(string text) => text.Length == 0
        ? None
        : new(text.Split('&').Select(part => part.Split('=', 2)).Select(part => KeyValuePair.Create(Unescape(part[0]), Unescape(part[^1]))));

    /// <summary>The coordinates that are not within another one of the list. A strategy that an axis does not affect belongs to all values of
    /// that axis.</summary>
    public static IReadOnlyList<Coordinates> Outermost(IEnumerable<Coordinates> coordinates)
    {
        var all = coordinates.Distinct().ToArray();
        return [.. all.Where(at => !Array.Exists(all, other => other != at && at.IsWithin(other)))];
    }

    /// <summary>The canonical text of a JSON value.</summary>
    public static string TextOf(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Number when value.TryGetDouble(out var number) => TextOf(number),
        JsonValueKind.True => "true",
        JsonValueKind.False => "false",
        JsonValueKind.String => value.GetString()!,
        _ => value.GetRawText(),
    };

    /// <summary>The canonical text of a number.</summary>
    public static string TextOf(double number) => (number == 0 ? 0 : number).ToString(CultureInfo.InvariantCulture);

    /// <summary>The value on an axis as a number; null when it is not one.</summary>
    public double? Number(string axis) => NumberOf(this[axis]);

    /// <summary>The same coordinates with another value on an axis; without the axis when the value is null.</summary>
    public Coordinates With(string axis, string? value) =>
        this[axis] == value ? this
        : value is null ? Without(axis)
        : new(_values.Where(each => each.Key != axis).Append(KeyValuePair.Create(axis, value)));

    /// <summary>These coordinates and those of other axes.</summary>
    public Coordinates With(Coordinates others) => others._values.Aggregate(this, (all, value) => all.With(value.Key, value.Value));

    /// <summary>The options and the server settings.</summary>
    public Coordinates Others => Only(axis => !Axis.Places.Contains(axis));

    /// <summary>The target, the server settings and the client.</summary>
    public Coordinates Site => Server.With(Axis.Client, Client);

    /// <summary>The target and the server settings: they identify the server.</summary>
    public Coordinates Server => Only(axis => axis == Axis.Target || axis.StartsWith(Axis.ServerPrefix, StringComparison.Ordinal));

    public Coordinates Without(string? axis) => axis is null || this[axis] is null ? this : new(_values.Where(value => value.Key != axis));

    /// <summary>The coordinates on some axes only.</summary>
    public Coordinates Only(Func<string, bool> isAxis) => Array.TrueForAll(_values, value => isAxis(value.Key))
        ? this
        : new(_values.Where(value => isAxis(value.Key)));

    /// <summary>Whether each of these values is also one of the others. A strategy that an axis does not affect has no value on it, and is
    /// compared with the others at each of their values.</summary>
    public bool IsWithin(Coordinates others) => Array.TrueForAll(_values, value => others[value.Key] == value.Value);

    /// <summary>The canonical text: <c>target=local&amp;payloadBytes=1024</c>. The characters <c>%</c>, <c>&amp;</c> and <c>=</c> are escaped
    /// as in an address.</summary>
    public override string ToString() => _text;

    public bool Equals(Coordinates? other) => _text == other?._text;

    public override bool Equals(object? obj) => Equals(obj as Coordinates);

    public override int GetHashCode() => _text.GetHashCode(StringComparison.Ordinal);

    public static bool operator ==(Coordinates? one, Coordinates? other) => Equals(one, other);

    public static bool operator !=(Coordinates? one, Coordinates? other) => !Equals(one, other);

    /// <summary>A canonical text as a number; null when it is not one.</summary>
    internal static double? NumberOf(string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && TextOf(number) == text && double.IsFinite(number)
            ? number
            : null;

    private static string Escape(string text) =>
        Escapes.Aggregate(text, (all, escape) => all.Replace(escape.Plain, escape.Escaped, StringComparison.Ordinal));

    private static string Unescape(string text) =>
        Escapes.Reverse().Aggregate(text, (all, escape) => all.Replace(escape.Escaped, escape.Plain, StringComparison.Ordinal));
}

/// <summary>An object with a value for each axis. The names of targets and clients are strings, even when they look like numbers.</summary>
internal sealed class CoordinatesJson : JsonConverter<Coordinates>
{
    public override Coordinates Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var values = JsonElement.ParseValue(ref reader);
        if (values.ValueKind != JsonValueKind.Object
            || values.EnumerateObject().Any(value => value.Value.ValueKind is JsonValueKind.Object or JsonValueKind.Array or JsonValueKind.Null))
        {
            throw new JsonException("Coordinates must be an object with a value for each axis.");
        }

        return values.EnumerateObject().Aggregate(
            Coordinates.None, (all, value) => all.With(value.Name, Coordinates.TextOf(value.Value)));
    }

    public override void Write(Utf8JsonWriter writer, Coordinates value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        foreach (var (axis, text) in value.Values)
        {
            writer.WritePropertyName(axis);
            if (!Axis.Places.Contains(axis) && Coordinates.NumberOf(text) is { } number)
            {
                writer.WriteNumberValue(number);
            }
            else if (text is "true" or "false")
            {
                writer.WriteBooleanValue(text == "true");
            }
            else
            {
                writer.WriteStringValue(text);
            }
        }

        writer.WriteEndObject();
    }
}

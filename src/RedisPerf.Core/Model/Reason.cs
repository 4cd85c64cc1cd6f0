using System.Text.Json;
using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>Why something failed, was excluded, is disturbed or unsupported. It is data: <c>ReasonText</c> turns it into a sentence where
/// it is shown. Two reasons with the same code and arguments are equal.</summary>
/// <param name="Args">By name: a string, a <see cref="long"/>, a <see cref="double"/>, a <see cref="Reason"/> or a list of reasons.</param>
[JsonConverter(typeof(ReasonConverter))]
public sealed record Reason(ReasonCode Code, IReadOnlyDictionary<string, object> Args)
{
    /// <summary>The argument that names the target, in every code that has one.</summary>
    public const string Target = "target";

    private string Json => field ??= JsonSerializer.Serialize(this, ModelJson.Options);

    /// <summary>A reason with arguments; null arguments are omitted.</summary>
    public static Reason Of(ReasonCode code, params ReadOnlySpan<(string Name, object? Value)> args)
    {
        // Sorted, so that two reasons with the same arguments have the same JSON.
        var known = new SortedDictionary<string, object>(StringComparer.Ordinal);
        foreach (var (name, value) in args)
        {
            if (value is not null)
            {
                known[name] = value is int number ? (long)number : value;
            }
        }

        return new(code, known);
    }

    /// <summary>A reason of which only the sentence is known, as in records from before there were codes.</summary>
    public static Reason FromText(string text) => Of(ReasonCode.Text, ("text", text));

    /// <summary>This reason with a further argument.</summary>
    public Reason With(string name, object value) => Of(Code, [.. Args.Select(arg => (arg.Key, (object?)arg.Value)), (name, value)]);

    /// <summary>Both reasons as one; the second alone when there is no first.</summary>
    public static Reason Join(Reason? first, Reason second) => first is null ? second : Of(ReasonCode.Several, ("causes", (Reason[])[first, second]));

    /// <summary>The single reasons of a joined one; empty for null.</summary>
    public static IEnumerable<Reason> Flatten(Reason? reason) =>
        reason is null ? []
        : reason.Code == ReasonCode.Several && reason.Args.GetValueOrDefault("causes") is IReadOnlyCollection<Reason> causes
        ? causes.SelectMany(Flatten)
        : [reason];

    /// <inheritdoc/>
    public bool Equals(Reason? other) => other is not null && Code == other.Code && Json == other.Json;

    /// <inheritdoc/>
    public override int GetHashCode() => Json.GetHashCode(StringComparison.Ordinal);

    /// <summary>The JSON, for logs.</summary>
    public override string ToString() => Json;
}

/// <summary>Writes <c>{"code":"otherPrograms","args":{"share":0.05}}</c>. Reads that, or the plain sentence of an older record; a code of a
/// newer version is read as null.</summary>
internal sealed class ReasonConverter : JsonConverter<Reason>
{
    public override Reason? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Parse(JsonElement.ParseValue(ref reader));

    public override void Write(Utf8JsonWriter writer, Reason value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        writer.WriteString("code", value.Code.ToWord());
        writer.WritePropertyName("args");
        writer.WriteStartObject();
        foreach (var (name, argument) in value.Args)
        {
            writer.WritePropertyName(name);
            JsonSerializer.Serialize(writer, argument, argument.GetType(), options);
        }

        writer.WriteEndObject();
        writer.WriteEndObject();
    }

    private static Reason? Parse(JsonElement json)
    {
        if (json.ValueKind == JsonValueKind.String)
        {
            return Reason.FromText(json.GetString()!);
        }

        if (json.ValueKind != JsonValueKind.Object || !json.TryGetProperty("code", out var word) || !json.TryGetProperty("args", out var args))
        {
            throw new JsonException("A reason must be a string, or an object with code and args.");
        }

        if (word.ValueKind != JsonValueKind.String || args.ValueKind != JsonValueKind.Object)
        {
            throw new JsonException("A reason's code must be a string, and its args an object.");
        }

        return CodeOf(word.GetString()!) is { } code
            ? Reason.Of(code, [.. args.EnumerateObject().Select(arg => (arg.Name, Argument(arg.Value)))])
            : null;
    }

    // Earlier versions wrote noContenderSucceeded.
    private static ReasonCode? CodeOf(string word) =>
        word.Equals("noContenderSucceeded", StringComparison.OrdinalIgnoreCase) ? ReasonCode.OnlyFloorSucceeded
        : Enum.TryParse<ReasonCode>(word, ignoreCase: true, out var code) && Enum.IsDefined(code) ? code
        : null;

    private static object? Argument(JsonElement json) => json.ValueKind switch
    {
        JsonValueKind.String => json.GetString(),
        JsonValueKind.Number => json.TryGetInt64(out var whole) ? whole : json.GetDouble(),
        JsonValueKind.Object => Parse(json),
        JsonValueKind.Array => json.EnumerateArray().Select(Parse).OfType<Reason>().ToArray(),
        JsonValueKind.Null => null,
        _ => throw new JsonException("An argument of a reason must be a string, a number, a reason or a list of reasons."),
    };
}

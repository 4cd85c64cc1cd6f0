using System.Text.Json;
using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>What a job varies besides the strategy.</summary>
/// <param name="Name"><c>target</c>, <c>client</c>, the name of an option, or <c>server.</c> and the name of a server setting.</param>
/// <param name="Kind">The kind of the axis.</param>
/// <param name="Values">In the order of the request; the others are compared with the first one.</param>
public sealed record Axis(string Name, AxisKind Kind, IReadOnlyList<JsonElement> Values)
{
    /// <summary>The name of the axis of the targets.</summary>
    public const string Target = "target";

    /// <summary>The name of the axis of the clients.</summary>
    public const string Client = "client";

    /// <summary>Precedes the name of a server setting.</summary>
    public const string ServerPrefix = "server.";

    /// <summary>The axes whose values are names.</summary>
    internal static readonly string[] Places = [Target, Client];

    /// <summary>For a header; the name in a document of an earlier version.</summary>
    public string Label { get; init; } = Name;

    /// <summary>For example <c>bytes</c>; null for a plain number or a word.</summary>
    public string? Unit { get; init; }

    /// <summary>Whether 0 is not the smallest number of the axis: it means no limit, or that something is off.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsZeroOff { get; init; }

    /// <summary>Replaces such a 0 in texts: <c>unlimited</c>; null for the number.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? ZeroWord { get; init; }

    /// <summary>Whether all values are numbers in their order, so that results are a curve.</summary>
    [JsonIgnore]
    public bool IsNumeric => Kind is AxisKind.Option or AxisKind.Server && Texts.All(text => Coordinates.NumberOf(text) is not null)
        && !(IsZeroOff && Texts.Contains("0"))
        // A negative number of a server setting is a code: -2 is 8 KB, -1 is off.
        && !(Kind == AxisKind.Server && Texts.Any(text => text.StartsWith('-')));

    /// <summary>The values as in <see cref="Coordinates"/>.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> Texts => field ??= [.. Values.Select(Coordinates.TextOf)];

    /// <summary>An axis of names.</summary>
    public static Axis OfNames(string name, AxisKind kind, IEnumerable<string> values) =>
        new(name, kind, [.. values.Select(value => JsonSerializer.SerializeToElement(value))]);
}

/// <summary>The kind of an axis. In JSON the names are camelCase: <c>option</c>.</summary>
public enum AxisKind
{
    Target,
    Client,
    Option,

    /// <summary>A setting of a server that RedisPerf starts.</summary>
    Server,
}

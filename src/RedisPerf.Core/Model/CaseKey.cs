using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>Names one case of a job: a strategy at one set of coordinates.</summary>
/// <param name="Strategy">The strategy's name.</param>
/// <param name="At">Its coordinates.</param>
public sealed record CaseKey(string Strategy, Coordinates At)
{
    /// <summary>Reads the JSON of this version, and of earlier versions, which have no coordinates.</summary>
    [JsonConstructor]
    internal CaseKey(string strategy, string? target, double? point, string? client, Coordinates? at)
        : this(strategy, at ?? EarlierVersion.CoordinatesOf(target, point, client))
    {
    }

    /// <inheritdoc cref="Coordinates.Target"/>
    public string Target => At.Target ?? "";

    /// <inheritdoc cref="PointOf"/>
    public double? Point => PointOf(At);

    /// <inheritdoc cref="Coordinates.Client"/>
    public string? Client => At.Client;

    /// <summary>16 hexadecimal digits, which identify the case in events, pages and addresses.</summary>
    [JsonIgnore]
    public string Id => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(ToString())), 0, 8);

    /// <summary>The value on the only axis of numbers, as in documents of earlier versions; null without one, and with several.</summary>
    public static double? PointOf(Coordinates at) =>
        at.Others.Values.Select(value => Coordinates.NumberOf(value.Value)).OfType<double>().ToArray() is [var only] ? only : null;

    /// <summary>The key of a case that an earlier version stored, whose point is the value of an option that the benchmark names.</summary>
    public CaseKey ResolveFor(string benchmark) => this with { At = EarlierVersion.Resolve(At, benchmark) };

    /// <summary>The canonical text: <c>gzip?target=local&amp;payloadBytes=1024</c>.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Strategy}?{At}");

    public bool Equals(CaseKey? other) => other is not null && Strategy == other.Strategy && At == other.At;

    public override int GetHashCode() => HashCode.Combine(Strategy, At);
}

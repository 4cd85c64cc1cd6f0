using System.Text.Json;
using System.Text.Json.Serialization;
using MessagePack;

namespace RedisPerf.Core.Payloads;

/// <summary>A person of <see cref="PeopleDocument"/> as an object. The last person of a document has only the members that fit;
/// the others are null.</summary>
[MessagePackObject]
public sealed record Person
{
    private static readonly JsonSerializerOptions Json = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    };

    [Key(0), JsonPropertyName("_id")] public string? Id { get; init; }
    [Key(1)] public int? Index { get; init; }
    [Key(2), JsonPropertyName("guid")] public string? UniqueId { get; init; }
    [Key(3)] public bool? IsActive { get; init; }
    [Key(4)] public string? Balance { get; init; }
    [Key(5)] public string? Picture { get; init; }
    [Key(6)] public int? Age { get; init; }
    [Key(7)] public string? EyeColor { get; init; }
    [Key(8)] public string? Name { get; init; }
    [Key(9)] public string? Gender { get; init; }
    [Key(10)] public string? Company { get; init; }
    [Key(11)] public string? Email { get; init; }
    [Key(12)] public string? Phone { get; init; }
    [Key(13)] public string? Address { get; init; }
    [Key(14)] public string? About { get; init; }
    [Key(15)] public string? Registered { get; init; }
    [Key(16)] public double? Latitude { get; init; }
    [Key(17)] public double? Longitude { get; init; }
    [Key(18)] public string[]? Tags { get; init; }
    [Key(19)] public Friend[]? Friends { get; init; }
    [Key(20)] public string? Greeting { get; init; }
    [Key(21)] public string? FavoriteFruit { get; init; }

    /// <summary>The people of a document.</summary>
    /// <exception cref="JsonException">The bytes are not a document of people.</exception>
    public static Person[] ReadAll(ReadOnlySpan<byte> document) =>
        JsonSerializer.Deserialize<Person[]>(document, Json) ?? throw new JsonException("The document must be an array of people, not null.");

    /// <summary>Writes people as a document, with the layout of the writer.</summary>
    public static void WriteAll(Utf8JsonWriter json, Person[] people) => JsonSerializer.Serialize(json, people, Json);

    /// <summary>Whether two people have the same values. A record compares its arrays by reference, so this compares their items.</summary>
    public bool IsSame(Person other) =>
        this with { Tags = other.Tags, Friends = other.Friends } == other && HaveSameItems(Tags, other.Tags) && HaveSameItems(Friends, other.Friends);

    private static bool HaveSameItems<T>(T[]? one, T[]? other) => one is null || other is null ? one == other : one.AsSpan().SequenceEqual(other);
}

/// <summary>A friend of a <see cref="Person"/>.</summary>
[MessagePackObject]
public sealed record Friend([property: Key(0)] int Id, [property: Key(1)] string Name);

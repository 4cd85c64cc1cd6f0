using System.Text;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>
/// The data of all insert strategies: <c>items</c> fields in <c>keys</c> hashes (<c>Account:0</c>, fields 0…), hash
/// by hash, with the payloads in rotation. Created once per job and shared by its cases.
/// </summary>
public sealed class InsertWorkload
{
    private readonly byte[][] _payloads;
    private readonly Lazy<string[]> _texts;
    private readonly Lazy<Person[][]> _people;

    public InsertWorkload(InsertOptions options, string keyPrefix)
    {
        Options = options;
        Keys = [.. Enumerable.Range(0, options.Keys).Select(index => (RedisKey)Encoding.UTF8.GetBytes($"{keyPrefix}Account:{index}"))];
        _payloads = [.. Enumerable.Range(0, options.DistinctPayloads).Select(index => PeopleDocument.Create(options.PayloadBytes, unchecked(options.Seed + index)))];
        _texts = new(() => [.. _payloads.Select(Encoding.UTF8.GetString)]);
        _people = new(() => [.. _payloads.Select(payload => Person.ReadAll(payload))]);
    }

    public InsertOptions Options { get; }

    public IReadOnlyList<RedisKey> Keys { get; }

    public int Items => Options.Items;

    /// <summary>All fields, in the order of writing.</summary>
    public IEnumerable<HashField> Fields => Enumerable.Range(0, Items).Select(Field);

    /// <summary>The field with this 0-based number.</summary>
    public HashField Field(int index)
    {
        var key = KeyOf(index);
        return new(Keys[key], index - FirstOf(key), _payloads[PayloadOf(index)]);
    }

    /// <summary>The number of the distinct payload of a field.</summary>
    public int PayloadOf(int index) => index % _payloads.Length;

    /// <summary>A field's payload as a .NET string, for code that sends strings.</summary>
    public string Text(int index) => _texts.Value[PayloadOf(index)];

    /// <summary>A field's payload as objects, for code that serializes objects. Fields with the same payload share them.</summary>
    public Person[] People(int index) => _people.Value[PayloadOf(index)];

    /// <summary>Number of fields of a hash; the first hashes have the remainder.</summary>
    public int FieldCount(int key) => (Items / Options.Keys) + (key < Items % Options.Keys ? 1 : 0);

    /// <summary>The 0-based number of the hash of a field.</summary>
    public int KeyOf(int index)
    {
        var (each, larger) = (Items / Options.Keys, Items % Options.Keys);
        var boundary = larger * (each + 1);
        return index < boundary ? index / (each + 1) : larger + ((index - boundary) / each);
    }

    /// <summary>Chunks of at most <paramref name="count"/> fields, each of one hash only.</summary>
    public IEnumerable<HashField[]> FieldsOfOneKey(int count)
    {
        for (var key = 0; key < Options.Keys; key++)
        {
            foreach (var chunk in Enumerable.Range(FirstOf(key), FieldCount(key)).Chunk(count))
            {
                yield return Array.ConvertAll(chunk, Field);
            }
        }
    }

    /// <summary>Number of chunks that <see cref="FieldsOfOneKey"/> returns.</summary>
    public int ChunkCount(int count) => Enumerable.Range(0, Options.Keys).Sum(key => (FieldCount(key) + count - 1) / count);

    /// <summary>The number of the first field of a hash.</summary>
    private int FirstOf(int key) => (key * (Items / Options.Keys)) + Math.Min(key, Items % Options.Keys);
}

using System.Text;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>
/// What every insert strategy writes: <c>items</c> fields spread over <c>keys</c> hashes (<c>Account:0</c>, fields 0…),
/// hash after hash, the payloads in turn. Made once for a job and shared by its cases.
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

    /// <summary>Every field, in the order in which it is written.</summary>
    public IEnumerable<HashField> Fields => Enumerable.Range(0, Items).Select(Field);

    /// <summary>The field with this 0-based number.</summary>
    public HashField Field(int index)
    {
        var key = KeyOf(index);
        return new(Keys[key], index - FirstOf(key), _payloads[PayloadOf(index)]);
    }

    /// <summary>Which of the distinct payloads a field has.</summary>
    public int PayloadOf(int index) => index % _payloads.Length;

    /// <summary>A field's payload as a .NET string, for code that sends strings.</summary>
    public string Text(int index) => _texts.Value[PayloadOf(index)];

    /// <summary>A field's payload as objects, for code that serializes objects. Fields with the same payload share them.</summary>
    public Person[] People(int index) => _people.Value[PayloadOf(index)];

    /// <summary>How many fields a hash has; the first ones take what does not divide.</summary>
    public int FieldCount(int key) => (Items / Options.Keys) + (key < Items % Options.Keys ? 1 : 0);

    /// <summary>Which hash a field belongs to, 0-based.</summary>
    public int KeyOf(int index)
    {
        var (each, larger) = (Items / Options.Keys, Items % Options.Keys);
        var boundary = larger * (each + 1);
        return index < boundary ? index / (each + 1) : larger + ((index - boundary) / each);
    }

    /// <summary>Runs of at most <paramref name="count"/> fields, none across two hashes.</summary>
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

    /// <summary>How many chunks <see cref="FieldsOfOneKey"/> gives.</summary>
    public int ChunkCount(int count) => Enumerable.Range(0, Options.Keys).Sum(key => (FieldCount(key) + count - 1) / count);

    /// <summary>The number of a hash's first field.</summary>
    private int FirstOf(int key) => (key * (Items / Options.Keys)) + Math.Min(key, Items % Options.Keys);
}

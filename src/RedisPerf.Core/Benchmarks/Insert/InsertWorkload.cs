using System.Globalization;
using System.Text;
using RedisPerf.Abstractions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The data of all insert strategies: <c>items</c> fields in <c>keys</c> hashes (<c>Account:0</c>, fields 0…), hash by hash, with
/// the payloads in rotation. Created once per job and shared by its cases. The workload of a slice is a part of it.</summary>
public sealed class InsertWorkload
{
    private readonly InsertPayloads _payloads;
    private readonly int _firstKey;
    private readonly int _firstField;

    /// <param name="options">The sizes.</param>
    /// <param name="keyPrefix">Prefix of every key.</param>
    /// <param name="values">The user's own values; null for generated documents.</param>
    public InsertWorkload(InsertOptions options, string keyPrefix, IReadOnlyList<byte[]>? values = null)
        : this(options, keyPrefix, new InsertPayloads(options, values))
    {
    }

    /// <param name="options">The sizes.</param>
    /// <param name="keyPrefix">Prefix of every key.</param>
    /// <param name="payloads">The payloads, which several workloads can share.</param>
    internal InsertWorkload(InsertOptions options, string keyPrefix, InsertPayloads payloads)
        : this(
            options, [.. Enumerable.Range(0, options.Keys).Select(index => (RedisKey)Encoding.UTF8.GetBytes($"{keyPrefix}Account:{index}"))],
            payloads, 0, 0)
    {
    }

    private InsertWorkload(InsertOptions options, RedisKey[] keys, InsertPayloads payloads, int firstKey, int firstField) =>
        (Options, Keys, _payloads, _firstKey, _firstField) = (options, keys, payloads, firstKey, firstField);

    public InsertOptions Options { get; }

    /// <summary>The values that a run reads back.</summary>
    public Verification Verify { get; init; }

    public IReadOnlyList<RedisKey> Keys { get; }

    public int Items => Options.Items;

    /// <summary>The user's own values; null for generated documents.</summary>
    public PayloadDescription? Payload { get; init; }

    /// <summary>Number of distinct payloads.</summary>
    public int PayloadCount => _payloads.Count;

    /// <summary>The payload bytes of all fields.</summary>
    public long PayloadBytes => _payloads.BytesOf(_firstField, Items);

    /// <summary>The mean payload of a field in bytes, at least 1.</summary>
    public int MeanPayloadBytes => (int)Math.Max(1, PayloadBytes / Items);

    /// <summary>The largest payload in bytes.</summary>
    public int MaxPayloadBytes => _payloads.MaxBytes;

    /// <summary>All fields, in the order of writing.</summary>
    public IEnumerable<HashField> Fields => Enumerable.Range(0, Items).Select(Field);

    /// <summary>The fields for strategies of the public contract.</summary>
    public InsertWork Work => field ??= new([.. Fields.Select(each => new InsertField((byte[])each.Key!, FieldNames.Of(each.Name), each.Payload))]);

    /// <summary>The field with this 0-based number.</summary>
    public HashField Field(int index)
    {
        var key = KeyOf(index);
        return new(Keys[key], index - FirstOf(key), _payloads.Bytes(PayloadOf(index)));
    }

    /// <summary>The name of a hash without the job's prefix, for messages.</summary>
    public string NameOf(int key) => string.Create(CultureInfo.InvariantCulture, $"Account:{_firstKey + key}");

    /// <summary>The name of a field and of its hash, for messages: <c>7 of Account:3</c>.</summary>
    public string NameOfField(int index) => string.Create(CultureInfo.InvariantCulture, $"{Field(index).Name} of {NameOf(KeyOf(index))}");

    /// <summary>The number of the distinct payload of a field.</summary>
    public int PayloadOf(int index) => _payloads.NumberOf(_firstField + index);

    /// <summary>A distinct payload by its number.</summary>
    public byte[] Document(int number) => _payloads.Bytes(number);

    /// <summary>A field's payload as a .NET string, for code that sends strings.</summary>
    public string Text(int index) => _payloads.Text(PayloadOf(index));

    /// <summary>A field's payload as objects, for code that serializes objects. Fields with the same payload share them.</summary>
    public Person[] People(int index) => _payloads.People(PayloadOf(index));

    /// <summary>Why the payloads cannot be sent as .NET strings; null when they can.</summary>
    public Reason? NotText => Refusal(ReasonCode.PayloadNotText, _payloads.NotText);

    /// <summary>Why the payloads cannot be converted to MessagePack; null when they can.</summary>
    public Reason? NotConvertible => Refusal(ReasonCode.PayloadNotConvertible, _payloads.NotConvertible);

    /// <summary>Why the payloads are not objects of a type that is known; null for generated documents.</summary>
    public Reason? NotObjects => _payloads.AreGenerated ? null : Reason.Of(ReasonCode.PayloadNotObjects, ("name", Payload?.Name));

    /// <summary>Divides the workload into parts with the same hashes: each part has consecutive hashes and all their fields.</summary>
    /// <param name="count">Number of parts; there are not more than hashes.</param>
    public IReadOnlyList<InsertWorkload> Slices(int count)
    {
        var parts = Math.Min(count, Options.Keys);
        return [.. Enumerable.Range(0, parts)
            .Select(part => Slice((int)((long)part * Options.Keys / parts), (int)((part + 1L) * Options.Keys / parts)))];
    }

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
    public IEnumerable<HashField[]> FieldsOfOneKey(int count) => FieldsOfOneKey(count, Enumerable.Range(0, Options.Keys));

    /// <summary>The same for some hashes, given by their 0-based numbers.</summary>
    public IEnumerable<HashField[]> FieldsOfOneKey(int count, IEnumerable<int> keys)
    {
        foreach (var key in keys)
        {
            foreach (var chunk in Enumerable.Range(FirstOf(key), FieldCount(key)).Chunk(count))
            {
                yield return Array.ConvertAll(chunk, Field);
            }
        }
    }

    /// <summary>Whether each chunk of <paramref name="count"/> fields, in the order of writing, has fields of one hash only.</summary>
    public bool HasOneKeyPer(int count) => Enumerable.Range(0, Options.Keys - 1).All(key => FieldCount(key) % count == 0);

    /// <summary>Number of chunks that <see cref="FieldsOfOneKey(int)"/> returns.</summary>
    public int ChunkCount(int count) => ChunkCount(count, Enumerable.Range(0, Options.Keys));

    /// <summary>The same for some hashes.</summary>
    public int ChunkCount(int count, IEnumerable<int> keys) => keys.Sum(key => (FieldCount(key) + count - 1) / count);

    private InsertWorkload Slice(int fromKey, int toKey) => new(
        Options with { Items = FirstOf(toKey) - FirstOf(fromKey), Keys = toKey - fromKey },
        [.. Keys.Take(fromKey..toKey)],
        _payloads,
        fromKey,
        FirstOf(fromKey))
    { Verify = Verify, Payload = Payload };

    private Reason? Refusal(ReasonCode code, int? payload) =>
        payload is { } number ? Reason.Of(code, ("name", Payload?.Name), ("value", number + 1)) : null;

    /// <summary>The number of the first field of a hash.</summary>
    private int FirstOf(int key) => (key * (Items / Options.Keys)) + Math.Min(key, Items % Options.Keys);
}

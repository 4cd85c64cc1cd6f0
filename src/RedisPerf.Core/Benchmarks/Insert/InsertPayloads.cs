using System.Text;
using System.Text.Json;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The distinct payloads of a job, by number, in the forms that the strategies send. Each form is created on first use.</summary>
internal sealed class InsertPayloads
{
    private static readonly UTF8Encoding StrictText = new(false, throwOnInvalidBytes: true);

    private readonly IReadOnlyList<byte[]> _bytes;
    private readonly Lazy<string[]> _texts;
    private readonly Lazy<Person[][]> _people;
    private readonly Lazy<int?> _notText;
    private readonly Lazy<int?> _notConvertible;

    /// <summary>The size of all payloads before each one.</summary>
    private readonly long[] _before;

    /// <param name="options">Describe the generated documents.</param>
    /// <param name="values">The user's own values; null for generated documents.</param>
    public InsertPayloads(InsertOptions options, IReadOnlyList<byte[]>? values)
    {
        _bytes = values ?? [.. Enumerable.Range(0, options.DistinctPayloads).Select(index => PeopleDocument.Create(options.PayloadBytes, unchecked(options.Seed + index)))];
        _texts = new(() => [.. _bytes.Select(Encoding.UTF8.GetString)]);
        _people = new(() => [.. _bytes.Select(payload => Person.ReadAll(payload))]);
        _notText = new(() => values is null ? null : FindFirst(IsText));
        _notConvertible = new(() => values is null ? null : FindFirst(IsConvertible));
        AreGenerated = values is null;
        _before = new long[_bytes.Count + 1];
        foreach (var (number, payload) in _bytes.Index())
        {
            _before[number + 1] = _before[number] + payload.Length;
        }
    }

    /// <summary>Whether they are documents of people that the benchmark generated.</summary>
    public bool AreGenerated { get; }

    public int Count => _bytes.Count;

    /// <summary>The size of the largest payload in bytes.</summary>
    public int LargestBytes => _bytes.Max(payload => payload.Length);

    /// <summary>The number of the first payload that is not text in UTF-8; null when all are.</summary>
    public int? NotText => _notText.Value;

    /// <summary>The number of the first payload that MessagePack cannot hold without a loss; null when it can hold all.</summary>
    public int? NotConvertible => _notConvertible.Value;

    public byte[] Bytes(int number) => _bytes[number];

    public string Text(int number) => _texts.Value[number];

    public Person[] People(int number) => _people.Value[number];

    /// <summary>The bytes of fields that use the payloads in rotation.</summary>
    /// <param name="first">The number of the first field.</param>
    /// <param name="count">Number of fields.</param>
    public long BytesOf(int first, int count) => BytesUpTo(first + (long)count) - BytesUpTo(first);

    private long BytesUpTo(long field) => (field / Count * _before[Count]) + _before[(int)(field % Count)];

    private int? FindFirst(Func<byte[], bool> isValid)
    {
        var number = _bytes.Index().Where(payload => !isValid(payload.Item)).Select(payload => payload.Index).DefaultIfEmpty(-1).First();
        return number < 0 ? null : number;
    }

    private static bool IsText(byte[] payload)
    {
        try
        {
            return StrictText.GetCharCount(payload) > 0;
        }
        catch (DecoderFallbackException)
        {
            return false;
        }
    }

    // A number can have more digits than a float.
    private static bool IsConvertible(byte[] payload)
    {
        try
        {
            var codec = new MessagePackCodec();
            using var before = JsonDocument.Parse(payload);
            using var after = JsonDocument.Parse(codec.Decode(codec.Encode(payload)));
            return JsonElement.DeepEquals(before.RootElement, after.RootElement);
        }
        catch (Exception exception) when (exception is JsonException or InvalidDataException)
        {
            return false;
        }
    }
}

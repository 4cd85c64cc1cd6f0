using System.Text;
using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The distinct payloads of a job, by number, in the forms that the strategies send. Each form is created on first use.</summary>
internal sealed class InsertPayloads
{
    private static readonly UTF8Encoding StrictText = new(false, throwOnInvalidBytes: true);

    private readonly byte[][] _bytes;
    private readonly Lazy<string[]> _texts;
    private readonly Lazy<Person[][]> _people;
    private readonly Lazy<int?> _notText;
    private readonly Lazy<int?> _notConvertible;

    /// <summary>The numbers of the payloads in the order of the fields, which repeat it.</summary>
    private readonly int[] _order;

    /// <summary>The bytes of all fields of the order before each one.</summary>
    private readonly long[] _before;

    /// <param name="options">Describe the generated documents.</param>
    /// <param name="values">The user's own values; null for generated documents.</param>
    public InsertPayloads(InsertOptions options, IReadOnlyList<byte[]>? values)
    {
        (_bytes, _order) = values is null ? Generate(options) : ([.. values], [.. Enumerable.Range(0, values.Count)]);
        _texts = new(() => [.. _bytes.Select(Encoding.UTF8.GetString)]);
        _people = new(() => [.. _bytes.Select(payload => Person.ReadAll(payload))]);
        _notText = new(() => values is null ? null : FindFirst(IsText));
        _notConvertible = new(() => values is null ? null : FindFirst(IsConvertible));
        AreGenerated = values is null;
        _before = new long[_order.Length + 1];
        foreach (var (position, number) in _order.Index())
        {
            _before[position + 1] = _before[position] + _bytes[number].Length;
        }
    }

    /// <summary>The payloads of the variants of a job, by the options that describe them.</summary>
    /// <param name="values">The user's own values; null for generated documents.</param>
    public static VariantData<InsertOptions, InsertPayloads> OfVariants(IReadOnlyList<byte[]>? values) => new(options => new(options, values));

    /// <summary>The options that describe the payloads; the others have their defaults.</summary>
    public static InsertOptions DescribedBy(InsertOptions options) => new()
    {
        PayloadBytes = options.PayloadBytes,
        DistinctPayloads = options.DistinctPayloads,
        Sizes = options.Sizes,
        Seed = options.Seed,
    };

    /// <summary>Whether they are documents of people that the benchmark generated.</summary>
    public bool AreGenerated { get; }

    public int Count => _bytes.Length;

    /// <summary>The size of the largest payload in bytes.</summary>
    public int MaxBytes => _bytes.Max(payload => payload.Length);

    /// <summary>The number of the first payload that is not text in UTF-8; null when all are.</summary>
    public int? NotText => _notText.Value;

    /// <summary>The number of the first payload that MessagePack cannot hold without a loss; null when it can hold all.</summary>
    public int? NotConvertible => _notConvertible.Value;

    /// <summary>The number of the payload of a field.</summary>
    public int NumberOf(int field) => _order[field % _order.Length];

    public byte[] Bytes(int number) => _bytes[number];

    public string Text(int number) => _texts.Value[number];

    public Person[] People(int number) => _people.Value[number];

    /// <summary>The bytes of fields that use the payloads in rotation.</summary>
    /// <param name="first">The number of the first field.</param>
    /// <param name="count">Number of fields.</param>
    public long BytesOf(int first, int count) => BytesUpTo(first + (long)count) - BytesUpTo(first);

    private long BytesUpTo(long field) => (field / _order.Length * _before[^1]) + _before[(int)(field % _order.Length)];

    private static (byte[][] Documents, int[] Order) Generate(InsertOptions options)
    {
        if (options.Distribution is not { } sizes)
        {
            return ([.. Enumerable.Range(0, options.DistinctPayloads).Select(index => Create(options.PayloadBytes, index))],
                [.. Enumerable.Range(0, options.DistinctPayloads)]);
        }

        // The occurrences of a size use its documents in rotation.
        var documents = new List<byte[]>();
        var ofSize = sizes.Sizes.Select(_ => new List<int>()).ToArray();
        var occurrences = new int[ofSize.Length];
        var order = sizes.Order(options.Seed);
        for (var position = 0; position < order.Length; position++)
        {
            var size = order[position];
            var occurrence = occurrences[size]++ % options.DistinctPayloads;
            if (occurrence == ofSize[size].Count)
            {
                ofSize[size].Add(documents.Count);
                documents.Add(Create(sizes.Sizes[size], documents.Count));
            }

            order[position] = ofSize[size][occurrence];
        }

        return ([.. documents], order);

        byte[] Create(int bytes, int index) => PeopleDocument.Create(bytes, unchecked(options.Seed + index));
    }

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

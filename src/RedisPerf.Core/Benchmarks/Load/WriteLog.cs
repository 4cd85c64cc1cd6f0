using System.Buffers.Binary;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>The writes of a disturbed run: each is appended to a list with its number, so that the lists show which writes the server has, and
/// how often.</summary>
/// <param name="lists">The keys of the lists.</param>
internal sealed class WriteLog(IReadOnlyList<RedisKey> lists)
{
    /// <summary>Bytes that precede each value: a number that differs for each run, and the number of the write.</summary>
    public const int HeaderBytes = 8;

    private const int ReadBytes = 1 << 20;

    private readonly int _run = Random.Shared.Next();
    private bool[] _acknowledged = [];
    private long _bytes;

    /// <summary>Bytes of the values of the acknowledged writes.</summary>
    public long AcknowledgedBytes => _bytes;

    /// <param name="operations">Operations of the run.</param>
    public void Begin(int operations) => _acknowledged = new bool[operations];

    /// <summary>Appends a value.</summary>
    /// <param name="number">The 0-based number of the operation.</param>
    /// <returns>Ends with the reply, or with the exception of the client.</returns>
    public async Task AppendAsync(IDatabase database, int number, ReadOnlyMemory<byte> value)
    {
        var element = new byte[HeaderBytes + value.Length];
        BinaryPrimitives.WriteInt32LittleEndian(element, _run);
        BinaryPrimitives.WriteInt32LittleEndian(element.AsSpan(4), number);
        value.CopyTo(element.AsMemory(HeaderBytes));
        await database.ListRightPushAsync(lists[number % lists.Count], element);
        _acknowledged[number] = true;
        Interlocked.Add(ref _bytes, value.Length);
    }

    /// <summary>Reads the lists back.</summary>
    /// <param name="database">A new connection.</param>
    /// <param name="valueOf">The value of a write by its number; null for another operation.</param>
    /// <param name="maxValueBytes">The size of the longest value.</param>
    /// <exception cref="VerificationException">An element is not one of this run.</exception>
    public async Task<WriteOutcomes> ReadAsync(
        IDatabase database, Func<int, ReadOnlyMemory<byte>?> valueOf, int maxValueBytes, CancellationToken ct)
    {
        var found = new List<int>();
        var count = Math.Max(1, ReadBytes / (HeaderBytes + maxValueBytes));
        foreach (var key in lists)
        {
            for (var first = 0L; ; first += count)
            {
                var elements = await database.ListRangeAsync(key, first, first + count - 1).WaitAsync(ct);
                found.AddRange(elements.Select(element => NumberOf(element, valueOf)));
                if (elements.Length < count)
                {
                    break;
                }
            }
        }

        return WriteOutcomes.Of(_acknowledged, found);
    }

    private int NumberOf(ReadOnlyMemory<byte> element, Func<int, ReadOnlyMemory<byte>?> valueOf)
    {
        var number = element.Length < HeaderBytes || BinaryPrimitives.ReadInt32LittleEndian(element.Span) != _run
            ? -1 : BinaryPrimitives.ReadInt32LittleEndian(element.Span[4..]);
        return number >= 0 && number < _acknowledged.Length && valueOf(number) is { } value && element.Span[HeaderBytes..].SequenceEqual(value.Span)
            ? number
            : throw VerificationException.ValueDiffers(
                "A stored write", string.Create(CultureInfo.InvariantCulture, $"{element.Length:N0} bytes"), "a write of this run");
    }
}

/// <summary>The result of the writes of a run.</summary>
/// <param name="Acknowledged">Writes whose reply the client received.</param>
/// <param name="Lost">Acknowledged writes that the server does not have.</param>
/// <param name="Repeated">Writes that the server has more than once.</param>
/// <param name="Unconfirmed">Writes that failed for the client and that the server has.</param>
internal sealed record WriteOutcomes(int Acknowledged, int Lost, int Repeated, int Unconfirmed)
{
    /// <param name="acknowledged">Whether the operation of a number is an acknowledged write.</param>
    /// <param name="stored">The number of each stored write, in any order.</param>
    public static WriteOutcomes Of(IReadOnlyList<bool> acknowledged, IEnumerable<int> stored)
    {
        var times = new byte[acknowledged.Count];
        foreach (var number in stored)
        {
            times[number] = (byte)Math.Min(2, times[number] + 1);
        }

        var numbers = Enumerable.Range(0, times.Length).ToArray();
        return new(
            acknowledged.Count(known => known),
            numbers.Count(number => acknowledged[number] && times[number] == 0),
            numbers.Count(number => times[number] > 1),
            numbers.Count(number => !acknowledged[number] && times[number] > 0));
    }
}

using RedisPerf.Core.Model;

namespace RedisPerf.Core.Payloads;

/// <summary>Reads the values of a payload from a file or a request. All bounds of a payload are declared here.</summary>
public static class PayloadInput
{
    /// <summary>Maximum sum of the sizes: each worker keeps all values in memory.</summary>
    public const int MaximumTotalBytes = 64 << 20;

    /// <summary>Maximum number of values.</summary>
    public const int MaximumValues = 100_000;

    /// <summary>Maximum size of a value, as of a generated document.</summary>
    public const int MaximumValueBytes = PeopleDocument.MaximumBytes;

    // A byte order mark of three bytes, and a carriage return.
    private const int MarkBytes = 4;

    private static readonly string[] LineEndings = [".ndjson", ".jsonl"];

    /// <summary>Whether a file with this name has a value in each line.</summary>
    public static bool HasLines(string name) => LineEndings.Contains(Path.GetExtension(name), StringComparer.OrdinalIgnoreCase);

    /// <summary>Reads a payload to its end, or until it is too large.</summary>
    /// <param name="input">The content.</param>
    /// <param name="isLines">Whether each line is a value. Empty lines are skipped; otherwise the whole input is one value.</param>
    /// <exception cref="PayloadException">A bound is exceeded, or there is no value.</exception>
    public static async Task<IReadOnlyList<byte[]>> ReadAsync(Stream input, bool isLines, CancellationToken ct)
    {
        var values = await ReadValuesAsync(input, isLines, ct);
        Check(values);
        return values;
    }

    /// <summary>Checks the bounds of a payload.</summary>
    /// <exception cref="PayloadException">A bound is exceeded, or there is no value.</exception>
    public static void Check(IReadOnlyList<byte[]> values)
    {
        if (values.Count is 0 || (values is [var only] && only.Length == 0))
        {
            throw new PayloadException(Reason.Of(ReasonCode.PayloadEmpty));
        }

        if (values.Count > MaximumValues)
        {
            throw TooMany();
        }

        if (values.Index().FirstOrDefault(value => value.Item.Length is 0 or > MaximumValueBytes) is { Item: { } wrong, Index: var index })
        {
            throw wrong.Length == 0 ? new PayloadException(Reason.Of(ReasonCode.PayloadValueEmpty, ("value", index + 1))) : ValueTooLarge(index + 1);
        }

        if (values.Sum(value => (long)value.Length) > MaximumTotalBytes)
        {
            throw TooLarge();
        }
    }

    // Value by value, so that the input is in memory once.
    private static async Task<List<byte[]>> ReadValuesAsync(Stream input, bool isLines, CancellationToken ct)
    {
        var values = new List<byte[]>();
        using var value = new MemoryStream();
        var buffer = new byte[64 << 10];
        var total = 0L;
        for (int read; (read = await input.ReadAsync(buffer, ct)) > 0;)
        {
            total += read;
            for (var rest = buffer.AsSpan(0, read); rest.Length > 0;)
            {
                var end = isLines ? rest.IndexOf((byte)'\n') : -1;
                value.Write(end < 0 ? rest : rest[..end]);
                if (value.Length > MaximumValueBytes + MarkBytes)
                {
                    throw ValueTooLarge(values.Count + 1);
                }

                if (end < 0)
                {
                    break;
                }

                AddLine(values, value);
                rest = rest[(end + 1)..];
            }

            if (total > MaximumTotalBytes + MaximumValues)
            {
                throw TooLarge();
            }
        }

        if (isLines)
        {
            AddLine(values, value);
        }
        else
        {
            values.Add(value.ToArray());
        }

        return values;
    }

    private static void AddLine(List<byte[]> values, MemoryStream value)
    {
        ReadOnlySpan<byte> line = value.GetBuffer().AsSpan(0, (int)value.Length);
        value.SetLength(0);
        // A byte order mark is not a part of the first value.
        line = values.Count == 0 && line.StartsWith("\uFEFF"u8) ? line[3..] : line;
        line = line is [.. var start, (byte)'\r'] ? start : line;
        if (line.IsEmpty)
        {
            return;
        }

        if (values.Count == MaximumValues)
        {
            throw TooMany();
        }

        values.Add(line.ToArray());
    }

    private static PayloadException TooMany() => new(Reason.Of(ReasonCode.PayloadTooManyValues, ("most", MaximumValues)));

    private static PayloadException TooLarge() => new(Reason.Of(ReasonCode.PayloadTooLarge, ("most", MaximumTotalBytes)));

    private static PayloadException ValueTooLarge(int number) =>
        new(Reason.Of(ReasonCode.PayloadValueTooLarge, ("value", number), ("most", MaximumValueBytes)));
}

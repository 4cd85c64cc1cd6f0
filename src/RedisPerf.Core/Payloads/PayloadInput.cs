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

    private static readonly string[] LineEndings = [".ndjson", ".jsonl"];

    /// <summary>Whether a file with this name has a value in each line.</summary>
    public static bool HasLines(string name) => LineEndings.Contains(Path.GetExtension(name), StringComparer.OrdinalIgnoreCase);

    /// <summary>Reads a payload to its end, or until it is too large.</summary>
    /// <param name="input">The content.</param>
    /// <param name="isLines">Whether each line is a value. Empty lines are skipped; otherwise the whole input is one value.</param>
    /// <param name="ct">Cancels reading.</param>
    /// <exception cref="PayloadException">A bound is exceeded, or there is no value.</exception>
    public static async Task<IReadOnlyList<byte[]>> ReadAsync(Stream input, bool isLines, CancellationToken ct)
    {
        var limit = isLines ? MaximumTotalBytes + MaximumValues : MaximumValueBytes;
        using var content = new MemoryStream();
        var buffer = new byte[64 << 10];
        for (int read; (read = await input.ReadAsync(buffer, ct)) > 0;)
        {
            if (content.Length + read > limit)
            {
                throw isLines ? TooLarge() : ValueTooLarge(1);
            }

            content.Write(buffer.AsSpan(0, read));
        }

        var bytes = content.GetBuffer().AsSpan(0, (int)content.Length);
        IReadOnlyList<byte[]> values = isLines ? SplitLines(bytes) : [bytes.ToArray()];
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

    private static List<byte[]> SplitLines(ReadOnlySpan<byte> content)
    {
        // A byte order mark is no part of the first value.
        var text = content.StartsWith("\uFEFF"u8) ? content[3..] : content;
        var values = new List<byte[]>();
        foreach (var range in text.Split((byte)'\n'))
        {
            var line = text[range];
            line = line is [.. var start, (byte)'\r'] ? start : line;
            if (line.IsEmpty)
            {
                continue;
            }

            if (values.Count == MaximumValues)
            {
                throw TooMany();
            }

            values.Add(line.ToArray());
        }

        return values;
    }

    private static PayloadException TooMany() => new(Reason.Of(ReasonCode.PayloadTooManyValues, ("most", MaximumValues)));

    private static PayloadException TooLarge() => new(Reason.Of(ReasonCode.PayloadTooLarge, ("most", MaximumTotalBytes)));

    private static PayloadException ValueTooLarge(int number) => new(Reason.Of(ReasonCode.PayloadValueTooLarge, ("value", number), ("most", MaximumValueBytes)));
}

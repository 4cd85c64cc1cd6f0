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

    /// <summary>Maximum size of an input, before and after its decompression: all values, with a line end of two bytes each, and some
    /// white space.</summary>
    public const int MaximumInputBytes = MaximumTotalBytes + (2 * MaximumValues) + (32 << 10);

    /// <summary>The format for which the form is found in the content.</summary>
    public const string Auto = "auto";

    /// <summary>The formats that a user can choose.</summary>
    public static IReadOnlyList<string> Formats { get; } = [Auto, .. EnumWord.All<PayloadForm>()];

    /// <summary>The form of a format.</summary>
    /// <param name="format">One of <see cref="Formats"/>; null or empty for <see cref="Auto"/>.</param>
    /// <returns>Null when the form must be found in the content.</returns>
    /// <exception cref="PayloadException">There is no such format.</exception>
    public static PayloadForm? FormOf(string? format) => format is null or "" or Auto
        ? null
        : EnumWord.Read<PayloadForm>(format)
            ?? throw new PayloadException(Reason.Of(ReasonCode.PayloadFormatUnknown, ("formats", string.Join(", ", Formats))));

    /// <summary>Reads a payload to its end, or until it is too large.</summary>
    /// <param name="input">The content. It can be compressed with gzip or zstd, and in UTF-8, or in UTF-16 with a byte order mark.</param>
    /// <param name="form">The form of the content; null to find it.</param>
    /// <param name="sentWith">The compression in which the content was sent, apart from its own; null for none.</param>
    /// <exception cref="PayloadException">The content is not understood, a bound is exceeded, or there is no value.</exception>
    public static async Task<PayloadContent> ReadAsync(Stream input, PayloadForm? form, Compression? sentWith, CancellationToken ct)
    {
        try
        {
            var bytes = await InputBytes.ReadAsync(input, MaximumInputBytes, ct);
            if (sentWith is { } compression)
            {
                bytes = await Decompression.ReadAsync(bytes, compression, MaximumInputBytes, ct);
            }

            var content = form == PayloadForm.Value ? new(PayloadForm.Value, [bytes.ToArray()]) : await ReadTextAsync(bytes, form, ct);
            Check(content.Values);
            return content;
        }
        catch (PayloadException exception) when (exception.Reason.Code == ReasonCode.InputTooLarge)
        {
            throw TooLarge();
        }
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

    /// <summary>A content that can be stored only in another format.</summary>
    internal static PayloadException NotUnderstood(Reason cause, params PayloadForm[] others) => new(
        Reason.Of(ReasonCode.PayloadNotUnderstood, ("cause", cause), ("formats", string.Join(" or ", others.Select(other => other.ToWord())))));

    internal static PayloadException TooMany() => new(Reason.Of(ReasonCode.PayloadTooManyValues, ("most", MaximumValues)));

    private static async Task<PayloadContent> ReadTextAsync(ReadOnlyMemory<byte> bytes, PayloadForm? form, CancellationToken ct)
    {
        ReadOnlyMemory<byte> text;
        try
        {
            text = await InputBytes.ToTextAsync(bytes, MaximumInputBytes, ct);
        }
        catch (PayloadException exception) when (exception.Reason.Code != ReasonCode.InputTooLarge)
        {
            throw NotUnderstood(exception.Reason, PayloadForm.Value);
        }

        return PayloadParser.Read(text.Span, form);
    }

    private static PayloadException TooLarge() => new(Reason.Of(ReasonCode.PayloadTooLarge, ("most", MaximumTotalBytes)));

    private static PayloadException ValueTooLarge(int number) =>
        new(Reason.Of(ReasonCode.PayloadValueTooLarge, ("value", number), ("most", MaximumValueBytes)));
}

using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Payloads;

/// <summary>Finds the form of a text and divides it into values. The values are unchanged parts of the text.</summary>
internal static class PayloadParser
{
    /// <summary>Maximum number of nested containers in JSON.</summary>
    public const int MaximumDepth = 128;

    private static readonly JsonReaderOptions Options = new() { AllowMultipleValues = true, MaxDepth = MaximumDepth };

    /// <summary>Divides a text in UTF-8.</summary>
    /// <param name="form">The form of the text; null to find it.</param>
    /// <exception cref="PayloadException">The text does not have this form, or its form cannot be found.</exception>
    public static PayloadContent Read(ReadOnlySpan<byte> text, PayloadForm? form) =>
        form is { } known ? new(known, Divide(text, known)) : Detect(text);

    private static PayloadContent Detect(ReadOnlySpan<byte> text)
    {
        if (IsBlank(text))
        {
            throw new PayloadException(Reason.Of(ReasonCode.PayloadEmpty));
        }

        var json = Scan(text);
        if (json.Wrong is { } wrong)
        {
            if (wrong.Code == ReasonCode.PayloadTooDeep)
            {
                throw Unclear(wrong);
            }

            CheckIsText(text, wrong);
            return new(PayloadForm.Text, Divide(text, PayloadForm.Text));
        }

        var form = FormOf(text, json.Values);
        return new(form, form is PayloadForm.JsonArray or PayloadForm.Text ? Divide(text, form) : Copy(text, json.Values));
    }

    private static List<byte[]> Divide(ReadOnlySpan<byte> text, PayloadForm form) => form switch
    {
        PayloadForm.Text => Lines(text, isJson: false),
        PayloadForm.JsonLines => Lines(text, isJson: true),
        PayloadForm.JsonArray => Copy(text, Items(text)),
        _ => Copy(text, Documents(text, form)),
    };

    // The form of a text that is JSON, by the places of its values.
    private static PayloadForm FormOf(ReadOnlySpan<byte> text, List<(int Start, int End)> values)
    {
        if (values is [var only])
        {
            return text[only.Start] == (byte)'[' ? PayloadForm.JsonArray : PayloadForm.JsonDocument;
        }

        var shared = -1;
        var (areLines, hasContainer, hasScalar) = (true, false, false);
        for (var number = 0; number < values.Count; number++)
        {
            var (start, end) = values[number];
            var isContainer = text[start] is (byte)'{' or (byte)'[';
            (hasContainer, hasScalar) = (hasContainer || isContainer, hasScalar || !isContainer);
            areLines &= !HasLineEnd(text[start..end]);
            if (number > 0 && !HasLineEnd(text[values[number - 1].End..start]))
            {
                (areLines, shared) = (false, shared < 0 ? start : shared);
            }
        }

        return areLines ? PayloadForm.JsonLines
            : !hasScalar ? PayloadForm.JsonStream
            : !hasContainer ? PayloadForm.Text
            : throw Unclear(Reason.Of(ReasonCode.PayloadSeveralInLine, ("line", InputBytes.LineOf(text, shared < 0 ? values[0].Start : shared))));
    }

    // Content that is not JSON has lines of text, unless a part of it looks like JSON.
    private static void CheckIsText(ReadOnlySpan<byte> text, Reason wrong)
    {
        var (number, firstText, firstJson) = (0, 0, 0);
        foreach (var range in text.Split(LineEndOf(text)))
        {
            number++;
            var line = Trim(text[range]);
            if (line.IsEmpty)
            {
                continue;
            }

            var isContainer = line[0] is (byte)'{' or (byte)'[' && Scan(line) is { Wrong: null, Values.Count: 1 };
            firstJson = firstJson == 0 && isContainer ? number : firstJson;
            if (firstText == 0 && !isContainer)
            {
                firstText = number;
                if (firstJson == 0 && line[0] is (byte)'{' or (byte)'[')
                {
                    throw Unclear(wrong);
                }
            }

            if (firstJson > 0 && firstText > 0)
            {
                throw firstJson < firstText ? Unclear(LineIsNotJson(firstText))
                    : Unclear(Reason.Of(ReasonCode.PayloadMixed, ("line", firstJson), ("other", firstText)));
            }
        }
    }

    private static List<byte[]> Lines(ReadOnlySpan<byte> text, bool isJson)
    {
        var values = new List<byte[]>();
        var number = 0;
        foreach (var range in text.Split(LineEndOf(text)))
        {
            number++;
            var line = text[range];
            if (IsBlank(line))
            {
                continue;
            }

            if (isJson)
            {
                line = Trim(line);
                var json = Scan(line);
                if (json.Wrong is not null || json.Values.Count != 1)
                {
                    throw Unclear(json.Wrong is { Code: ReasonCode.PayloadTooDeep } ? TooDeep(number)
                        : json.Wrong is null ? Reason.Of(ReasonCode.PayloadSeveralInLine, ("line", number))
                        : LineIsNotJson(number));
                }
            }

            if (values.Count == PayloadInput.MaximumValues)
            {
                throw PayloadInput.TooMany();
            }

            values.Add((line is [.. var start, (byte)'\r'] ? start : line).ToArray());
        }

        return values;
    }

    private static List<(int Start, int End)> Documents(ReadOnlySpan<byte> text, PayloadForm form)
    {
        var json = Scan(text);
        return json.Wrong is { } wrong ? throw Unclear(wrong)
            : form == PayloadForm.JsonDocument && json.Values.Count > 1 ? throw OtherForm(form)
            : json.Values;
    }

    private static List<(int Start, int End)> Items(ReadOnlySpan<byte> text)
    {
        if (Documents(text, PayloadForm.JsonArray) is not [var array] || text[array.Start] != (byte)'[')
        {
            throw OtherForm(PayloadForm.JsonArray);
        }

        var items = new List<(int Start, int End)>();
        var reader = new Utf8JsonReader(text, isFinalBlock: true, new(Options));
        reader.Read();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            Add(items, ref reader);
        }

        return items;
    }

    // The places of the values of JSON, or why it is not JSON.
    private static (List<(int Start, int End)> Values, Reason? Wrong) Scan(ReadOnlySpan<byte> text)
    {
        var values = new List<(int Start, int End)>();
        var reader = new Utf8JsonReader(text, isFinalBlock: true, new(Options));
        try
        {
            while (reader.Read())
            {
                Add(values, ref reader);
            }

            return (values, null);
        }
        catch (JsonException exception)
        {
            var line = (exception.LineNumber ?? 0) + 1;
            // Only a container in the deepest valid one can be too deep.
            return (values, reader.CurrentDepth >= MaximumDepth - 1
                ? TooDeep(line)
                : Reason.Of(ReasonCode.PayloadJsonInvalid, ("line", line), ("byte", (exception.BytePositionInLine ?? 0) + 1)));
        }
    }

    private static void Add(List<(int Start, int End)> values, ref Utf8JsonReader reader)
    {
        if (values.Count == PayloadInput.MaximumValues)
        {
            throw PayloadInput.TooMany();
        }

        var start = (int)reader.TokenStartIndex;
        reader.Skip();
        values.Add((start, (int)reader.BytesConsumed));
    }

    private static List<byte[]> Copy(ReadOnlySpan<byte> text, List<(int Start, int End)> ranges)
    {
        var values = new List<byte[]>(ranges.Count);
        foreach (var (start, end) in ranges)
        {
            values.Add(text[start..end].ToArray());
        }

        return values;
    }

    // Old programs of the Macintosh end a line with a carriage return only.
    private static byte LineEndOf(ReadOnlySpan<byte> text) => text.Contains((byte)'\n') ? (byte)'\n' : (byte)'\r';

    private static bool HasLineEnd(ReadOnlySpan<byte> text) => text.IndexOfAny("\r\n"u8) >= 0;

    private static bool IsBlank(ReadOnlySpan<byte> text) => !text.ContainsAnyExcept(" \t\r\n\f"u8);

    private static ReadOnlySpan<byte> Trim(ReadOnlySpan<byte> line) => line.Trim(" \t\r\f"u8);

    private static Reason LineIsNotJson(long line) => Reason.Of(ReasonCode.PayloadLineNotJson, ("line", line));

    private static Reason TooDeep(long line) => Reason.Of(ReasonCode.PayloadTooDeep, ("line", line), ("most", MaximumDepth));

    private static PayloadException OtherForm(PayloadForm form) => new(Reason.Of(ReasonCode.PayloadOtherForm, ("format", form.ToWord())));

    private static PayloadException Unclear(Reason cause) => PayloadInput.NotUnderstood(cause, PayloadForm.Text, PayloadForm.Value);
}

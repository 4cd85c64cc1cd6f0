using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Several values of one option, as a user types them or as a JSON array: <c>1 KB, 8 KB, 32 KB</c>, <c>1..10,000 × 10</c>,
/// <c>gzip, lz4</c>. Commas and spaces separate values; a space can also precede a unit.</summary>
/// <remarks>A comma or a space between digits can also separate thousands. Digits joined by these are one number if all groups after the
/// first one have three digits (<c>10,000</c>), and several numbers otherwise (<c>1,10,100</c>). If they can be both (<c>1,100</c>), the
/// bounds of the option decide; if both are valid, it is an error, because a wrong guess would measure other values. A group of digits
/// that starts with 0 is part of a larger number.</remarks>
public static partial class ValueList
{
    /// <summary>The maximum number of values of one option.</summary>
    public const int MaximumCount = 100;

    /// <summary>In characters; much more than 100 numbers have.</summary>
    private const int MaximumLength = 10_000;

    private static readonly char[] Separators = [',', ' ', '\t', '\r', '\n', '\u00A0', '\u202F'];

    // The default encoder would show × as \u00D7 in an error.
    private static readonly JsonSerializerOptions Relaxed = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Reads what a user types for an option: values and ranges, separated by commas or spaces.</summary>
    /// <param name="option">The option. A text is one value, also with commas and spaces.</param>
    /// <param name="text">For ranges, see <see cref="ValueRange"/>.</param>
    /// <param name="predicate">The error: the valid values and the wrong one, after the name of the option: <c>must be a whole number from
    /// 1 to 100, not "0".</c> Empty when the text is valid.</param>
    /// <param name="isList">Whether the default of the option is a list, such as the points of a sweep. Then a comma or a space between
    /// digits separates numbers, except in a range.</param>
    /// <returns>1 to 100 distinct values, each a long, double, bool or string, depending on the option's type: numbers in ascending order,
    /// words in the order of the text. Null when the text is invalid.</returns>
    public static IReadOnlyList<object>? Read(OptionInfo option, string text, out string predicate, bool isList = false)
    {
        if (option.Type == OptionType.Text)
        {
            return Distinct(option, [ReadOne(option, text)], out predicate);
        }

        if (text.Length > MaximumLength)
        {
            predicate = string.Create(CultureInfo.InvariantCulture, $"must have at most {MaximumLength:N0} characters, not {text.Length:N0}.");
            return null;
        }

        var read = IsNumeric(option)
            ? ReadNumbers(option, text, isList)
            : text.Split(Separators, StringSplitOptions.RemoveEmptyEntries).Select(word => ReadOne(option, word));
        // Without a value, the error is about the text. The default of a choice can be empty.
        return Distinct(option, read.DefaultIfEmpty(ReadOne(option, text.Trim())), out predicate);
    }

    /// <summary>Reads the value of an option in JSON: an array of single values, a single value, or a string that a user typed.</summary>
    /// <param name="option">The option.</param>
    /// <param name="value">In an array, each string is a single value.</param>
    /// <param name="fromText">Whether numbers are strings, as in forms and command-line options. Then a string outside of an array can be a
    /// list.</param>
    /// <param name="predicate">As in the other overload.</param>
    /// <param name="isList">As in the other overload. Then a string outside of an array is always read as typed.</param>
    /// <returns>As in the other overload.</returns>
    public static IReadOnlyList<object>? Read(OptionInfo option, JsonElement value, bool fromText, out string predicate, bool isList = false)
    {
        if (value.ValueKind == JsonValueKind.String && (fromText || isList))
        {
            return Read(option, value.GetString()!, out predicate, isList);
        }

        if (value.ValueKind != JsonValueKind.Array)
        {
            return Distinct(option, [ReadOne(option, value, fromText)], out predicate);
        }

        if (value.GetArrayLength() == 0)
        {
            predicate = $"must have 1 to {MaximumCount} values, not 0.";
            return null;
        }

        return Distinct(option, value.EnumerateArray().Select(element => ReadOne(option, element, fromText)), out predicate);
    }

    /// <summary>The values as a user types them: <c>1024, 8192, 32768</c>. <see cref="Read(OptionInfo, string, out string, bool)"/> reads
    /// them, except for an empty choice or a text among several values.</summary>
    public static string Text(IEnumerable<object> values) => string.Join(", ", values.Select(Text));

    private static string Text(object value) => value switch
    {
        true => "true",
        false => "false",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };

    private static bool IsNumeric(OptionInfo option) => option.Type is OptionType.Integer or OptionType.Number;

    // The first error, or all values without duplicates.
    private static List<object>? Distinct(OptionInfo option, IEnumerable<ValueItem> items, out string predicate)
    {
        var distinct = new List<object>();
        var known = new HashSet<object>();
        foreach (var item in items)
        {
            if (item.Error is { } error)
            {
                predicate = error;
                return null;
            }

            distinct.AddRange(item.Values.Where(known.Add));
        }

        predicate = distinct.Count > MaximumCount
            ? string.Create(CultureInfo.InvariantCulture, $"must have 1 to {MaximumCount} values, not {distinct.Count:N0}.")
            : "";
        return distinct.Count > MaximumCount ? null
            : IsNumeric(option) ? [.. distinct.OrderBy(value => Convert.ToDouble(value, CultureInfo.InvariantCulture))]
            : distinct;
    }

    private static IEnumerable<ValueItem> ReadNumbers(OptionInfo option, string text, bool isList)
    {
        for (var position = 0; position < text.Length;)
        {
            if (Separators.Contains(text[position]))
            {
                position++;
            }
            else if (ValueRange.Pattern().Match(text, position) is { Success: true } range)
            {
                yield return ValueRange.Read(option, range);
                position += range.Length;
            }
            else if (JoinedNumbers().Match(text, position) is { Success: true } joined)
            {
                foreach (var item in ReadJoined(option, joined, isList))
                {
                    yield return item;
                }

                position += joined.Length;
            }
            else if (UntilCommaAndSpace().Match(text, position).Value is var part && part.Contains("..", StringComparison.Ordinal))
            {
                yield return ValueRange.Invalid(part);
                position += part.Length;
            }
            else
            {
                var end = text.IndexOfAny(Separators, position) is var index and >= 0 ? index : text.Length;
                yield return ReadOne(option, text[position..end]);
                position = end;
            }
        }
    }

    private static ValueItem[] ReadJoined(OptionInfo option, Match joined, bool isList)
    {
        var digits = joined.Groups["digits"].Value;
        var groups = digits.Split(',', ' ');
        var ending = joined.Value[digits.Length..];
        var number = ReadOne(option, joined.Value);
        if (groups.Length == 1)
        {
            return [number];
        }

        ValueItem[] several = [.. groups.SkipLast(1).Append(groups[^1] + ending).Select(group => ReadOne(option, group))];
        var isPartOfNumber = groups.Skip(1).Any(group => group.Length > 1 && group[0] == '0');
        if (isList || !IsGrouped(digits))
        {
            return isPartOfNumber ? [Ambiguous(joined.Value)] : several;
        }

        var isSeveral = !isPartOfNumber && several.All(item => item.Error is null);
        return !isSeveral ? [number]
            : number.Error is null ? [Ambiguous(joined.Value)]
            : several;
    }

    /// <summary>Whether digits with commas and spaces can be one number with separators of thousands.</summary>
    internal static bool IsGrouped(string digits) => Thousands().IsMatch(digits);

    internal static ValueItem Ambiguous(string typed) =>
        new([], $"must be unambiguous, not \"{Shorten(typed)}\": write \"1000\" for one number, and \"1, 000\" for two.");

    internal static string Shorten(string typed) => typed.Length <= 60 ? typed : typed[..60] + "…";

    internal static ValueItem ReadOne(OptionInfo option, string typed) =>
        ReadOne(option, JsonSerializer.SerializeToElement(typed, Relaxed), fromText: true);

    private static ValueItem ReadOne(OptionInfo option, JsonElement value, bool fromText) =>
        OptionValue.Read(option, value, fromText, out var predicate) is { } valid ? new([valid], null) : new([], predicate);

    // A number before ".." is the start of a range. Apostrophes and non-breaking spaces only separate thousands.
    [GeneratedRegex(@"\G(?<digits>-?(?>[0-9]+(?:['\u00A0\u202F][0-9]+)*)(?!\s*\.\.)(?:[, ](?>[0-9]+(?:['\u00A0\u202F][0-9]+)*)(?!\s*\.\.))*)"
        + @"(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?(?:[ \u00A0\u202F]?[a-z]+)?(?=[,\s]|$)", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex JoinedNumbers();

    [GeneratedRegex(@"^-?[1-9][0-9]{0,2}(?:[, ][0-9]{3})+$")]
    private static partial Regex Thousands();

    [GeneratedRegex(@"\G(?:(?!,\s).)+", RegexOptions.Singleline)]
    private static partial Regex UntilCommaAndSpace();
}

/// <summary>Values that were read, or the error.</summary>
internal readonly record struct ValueItem(IReadOnlyList<object> Values, string? Error);

using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>Formats the numbers of a proof: <c>seconds</c>, <c>count</c> or <c>number</c>. A list of sentences is joined by commas.</summary>
internal sealed class ProofFormat : IFormatProvider, ICustomFormatter
{
    public static ProofFormat Instance { get; } = new();

    public object? GetFormat(Type? formatType) => formatType == typeof(ICustomFormatter) ? this : null;

    public string Format(string? format, object? arg, IFormatProvider? formatProvider) => (format, arg) switch
    {
        ("seconds", double seconds) => NumberFormat.SecondsWithUnit(seconds),
        ("count", long count) => NumberFormat.Whole(count),
        ("number", double number) => NumberFormat.Significant(number),
        (null, string text) => text,
        (null, IEnumerable<FormattableString> parts) => string.Join(", ", parts.Select(part => part.ToString(this))),
        _ => throw new FormatException($"A proof cannot format {arg?.GetType().Name ?? "null"} as \"{format}\"."),
    };
}

using System.Globalization;
using System.Text.RegularExpressions;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Numbers as users type them, and sizes as all output shows those of options: <c>1,000</c>, <c>30 000</c>, <c>10k</c>, <c>32
/// KB</c>. As in redis.conf, <c>k</c>, <c>m</c> and <c>g</c> are powers of 1,000, and <c>kb</c>, <c>mb</c> and <c>gb</c> are powers of
/// 1,024; upper and lower case are the same. (The units of measured bytes are powers of 1,000.)</summary>
public static partial class Quantity
{
    private static readonly (long Factor, string Unit)[] Sizes = [(1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB"), (1, "B")];

    /// <param name="text">The number.</param>
    /// <param name="unit">The unit of the number: with <c>bytes</c>, units of sizes are valid; with <c>s</c>, <c>s</c>, <c>m</c> or
    /// <c>min</c>, and <c>h</c> are; null for none.</param>
    /// <returns>The number in that unit; null when the text is not such a number.</returns>
    public static double? Read(string text, string? unit)
    {
        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var plain))
        {
            return plain;
        }

        var match = Pattern().Match(text);
        if (!match.Success || FactorOf(match.Groups["unit"].Value.ToLowerInvariant(), unit) is not { } factor)
        {
            return null;
        }

        var digits = string.Concat(match.Groups["number"].Value.Where(character => char.IsAsciiDigit(character) || character is '.' or '-'));
        return double.Parse(digits, CultureInfo.InvariantCulture) * factor;
    }

    /// <summary>A size with all its digits in the largest unit that divides it: <c>32 KB</c>, <c>100,000 B</c>. <see cref="Read"/> reads
    /// it. The space does not break.</summary>
    public static string SizeText(long bytes)
    {
        var (factor, unit) = Array.Find(Sizes, size => Math.Max(bytes, 1) % size.Factor == 0);
        return string.Create(CultureInfo.InvariantCulture, $"{bytes / factor:N0}\u00A0{unit}");
    }

    private static double? FactorOf(string typed, string? unit) => (typed, unit) switch
    {
        ("", _) or ("s", "s") or ("b", "bytes") => 1,
        ("m" or "min", "s") => 60,
        ("h", "s") => 3_600,
        (_, "s") => null,
        ("k", _) => 1e3,
        ("m", _) => 1e6,
        ("g", _) => 1e9,
        ("kb" or "kib", "bytes") => 1 << 10,
        ("mb" or "mib", "bytes") => 1 << 20,
        ("gb" or "gib", "bytes") => 1 << 30,
        _ => null,
    };

    // Groups of three digits are separated by a comma, an apostrophe, or a space, which can be non-breaking or narrow.
    [GeneratedRegex(@"^\s*(?<number>-?([1-9][0-9]{0,2}([,' \u00A0\u202F][0-9]{3})+|[0-9]+)(\.[0-9]+)?)\s*(?<unit>[a-z]+)?\s*$",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex Pattern();
}

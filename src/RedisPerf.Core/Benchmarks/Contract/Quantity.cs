using System.Globalization;
using System.Text.RegularExpressions;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>
/// Numbers as users type them: <c>1,000</c>, <c>30 000</c>, <c>10k</c>, <c>32 KB</c>. As in redis.conf, <c>k</c>, <c>m</c> and <c>g</c>
/// are powers of 1,000, and <c>kb</c>, <c>mb</c> and <c>gb</c> are powers of 1,024; upper and lower case are the same.
/// </summary>
public static partial class Quantity
{
    /// <param name="text">The number.</param>
    /// <param name="isSize">Whether units of bytes are valid.</param>
    /// <returns>Null when the text is not such a number.</returns>
    public static double? Read(string text, bool isSize)
    {
        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var plain))
        {
            return plain;
        }

        var match = Pattern().Match(text);
        var unit = match.Groups["unit"].Value.ToLowerInvariant();
        if (!match.Success || (unit.EndsWith('b') && !isSize))
        {
            return null;
        }

        var digits = string.Concat(match.Groups["number"].Value.Where(character => char.IsAsciiDigit(character) || character is '.' or '-'));
        var power = unit.Length == 0 ? 0 : "kmg".IndexOf(unit[0], StringComparison.Ordinal) + 1;
        return double.Parse(digits, CultureInfo.InvariantCulture) * Math.Pow(unit.EndsWith('b') ? 1_024 : 1_000, power);
    }

    // Groups of three digits are separated by a comma, an apostrophe, or a space, which can be non-breaking or narrow.
    [GeneratedRegex(@"^\s*(?<number>-?(\d{1,3}([,' \u00A0\u202F]\d{3})+|\d+)(\.\d+)?)\s*(?<unit>b|[kmg](i?b)?)?\s*$", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex Pattern();
}

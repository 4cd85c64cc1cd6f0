using System.Globalization;
using System.Text.RegularExpressions;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Sizes of values with their shares, as the value of an option: <c>1 KB 50%, 10 KB 40%, 100 KB 10%</c>.</summary>
public sealed partial class SizeDistribution
{
    /// <summary>The label of an option with such a value.</summary>
    internal const string Label = $"several sizes instead of payloadBytes, such as {Example}";

    /// <summary>Its label outside of a form.</summary>
    internal const string ShortLabel = "several sizes";

    /// <summary>Maximum characters of such a value.</summary>
    internal const int MaximumLength = 500;

    private const string Example = "1 KB 50%, 10 KB 40%, 100 KB 10%";

    /// <summary>Shares are whole percents, so that 100 values have the exact shares.</summary>
    private const int Percents = 100;

    private readonly int[] _sizes;
    private readonly int[] _shares;

    private SizeDistribution(int[] sizes, int[] shares) => (_sizes, _shares) = (sizes, shares);

    /// <summary>The sizes in bytes, ascending.</summary>
    public IReadOnlyList<int> Sizes => _sizes;

    /// <summary>The largest size in bytes.</summary>
    public int Max => _sizes[^1];

    /// <summary>The mean size in bytes.</summary>
    public double MeanBytes => (double)BytesOfRotation / Percents;

    /// <summary>The bytes of 100 values.</summary>
    private long BytesOfRotation => _sizes.Zip(_shares, (size, share) => (long)size * share).Sum();

    /// <summary>Parses a distribution.</summary>
    /// <param name="text">Sizes, each followed by its share in whole percents, separated by commas.</param>
    /// <param name="minimum">The smallest valid size in bytes.</param>
    /// <param name="maximum">The largest valid size in bytes.</param>
    /// <param name="wrong">The error without the option's name, which precedes it in a sentence; null when the text is valid or empty.</param>
    /// <returns>Null when the text is empty or invalid.</returns>
    public static SizeDistribution? Read(string text, int minimum, int maximum, out string? wrong)
    {
        wrong = null;
        if (string.IsNullOrWhiteSpace(text))
        {
            return null;
        }

        var parts = new SortedDictionary<int, int>();
        foreach (var part in Separator().Split(text))
        {
            var match = Part().Match(part);
            if (!match.Success || Quantity.Read(match.Groups["size"].Value, "bytes") is not { } size || size < minimum || size > maximum
                || !double.IsInteger(size)
                || !int.TryParse(match.Groups["share"].Value, NumberStyles.None, CultureInfo.InvariantCulture, out var share)
                || share is < 1 or > Percents
                || !parts.TryAdd((int)size, share))
            {
                var shown = part.Length <= 20 ? part.Trim() : part.Trim()[..Math.Min(20, part.Trim().Length)] + "…";
                wrong = string.Create(CultureInfo.InvariantCulture, $"must be different sizes from {minimum:N0} to {maximum:N0} bytes, "
                    + $"each with its share in whole percents, such as {Example}; \"{shown}\" is invalid.");
                return null;
            }
        }

        if (parts.Values.Sum() != Percents)
        {
            wrong = $"must have shares that sum to 100%, not {parts.Values.Sum()}%.";
            return null;
        }

        return new([.. parts.Keys], [.. parts.Values]);
    }

    /// <summary>The sizes of 100 consecutive values, as indexes of <see cref="Sizes"/>. The same seed gives the same
    /// order on all platforms.</summary>
    public int[] Order(int seed)
    {
        int[] order = [.. _shares.Index().SelectMany(share => Enumerable.Repeat(share.Index, share.Item))];
        var random = new SplitMix(seed);
        for (var left = order.Length; left > 1; left--)
        {
            var chosen = random.Next(0, left);
            (order[left - 1], order[chosen]) = (order[chosen], order[left - 1]);
        }

        return order;
    }

    /// <summary>The sizes of 100 consecutive values in bytes, in the order of <see cref="Order"/>.</summary>
    public int[] Rotation(int seed) => Array.ConvertAll(Order(seed), size => _sizes[size]);

    /// <summary>The bytes of the distinct values.</summary>
    /// <param name="distinct">Maximum number of distinct values of each size.</param>
    public long DistinctBytes(int distinct) => _sizes.Zip(_shares, (size, share) => (long)size * Math.Min(share, distinct)).Sum();

    /// <summary>An upper bound of the bytes of a number of values: exact for multiples of 100.</summary>
    public long BytesAtMost(long values) => (values / Percents * BytesOfRotation) + Math.Min(BytesOfRotation, values % Percents * Max);

    // A comma with a digit on each side separates groups of digits: 1,000 B 50%.
    [GeneratedRegex(@"(?<=%)\s*,")]
    private static partial Regex Separator();

    [GeneratedRegex(@"^\s*(?<size>\S.*?)\s+(?<share>[0-9]{1,3})\s*%\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex Part();
}

using System.Globalization;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The points of a sweep as the value of an option: <c>1, 10, 100</c>.</summary>
public static class PointList
{
    /// <summary>Formats points as an option value.</summary>
    public static string Text(IEnumerable<int> points) => string.Join(", ", points.Select(point => point.ToString(CultureInfo.InvariantCulture)));

    /// <summary>Parses points. Returns distinct points in ascending order.</summary>
    /// <param name="text">Whole numbers, separated by commas or spaces.</param>
    /// <param name="minimum">Inclusive.</param>
    /// <param name="maximum">Inclusive.</param>
    /// <param name="wrong">The error without the option's name, which precedes it in a sentence; null when the text is valid.</param>
    public static IReadOnlyList<int> Read(string text, int minimum, int maximum, out string? wrong)
    {
        var points = new SortedSet<int>();
        wrong = null;
        foreach (var word in text.Split([',', ' '], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            if (!int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var point) || point < minimum || point > maximum)
            {
                var shown = word.Length <= 20 ? word : word[..20] + "…";
                wrong = string.Create(CultureInfo.InvariantCulture,
                    $"must be whole numbers from {minimum:N0} to {maximum:N0}, separated by commas; \"{shown}\" is invalid.");
                return [];
            }

            points.Add(point);
        }

        if (points.Count is 0 or > MaximumCount)
        {
            wrong = $"must have 1 to {MaximumCount} points, separated by commas, not {points.Count}.";
            return [];
        }

        return [.. points];
    }

    private const int MaximumCount = 100;
}

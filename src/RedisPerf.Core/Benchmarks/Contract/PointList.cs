using System.Globalization;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The points of a sweep as an option spells them: <c>1, 10, 100</c>.</summary>
public static class PointList
{
    /// <summary>As an option's value.</summary>
    public static string Text(IEnumerable<int> points) => string.Join(", ", points.Select(point => point.ToString(CultureInfo.InvariantCulture)));

    /// <summary>The points in ascending order, each once.</summary>
    /// <param name="text">Whole numbers, separated by commas or spaces.</param>
    /// <param name="minimum">Inclusive.</param>
    /// <param name="maximum">Inclusive.</param>
    /// <param name="wrong">What is wrong with the text, to stand behind the option's name in a sentence; null when nothing is.</param>
    public static IReadOnlyList<int> Read(string text, int minimum, int maximum, out string? wrong)
    {
        var points = new SortedSet<int>();
        wrong = null;
        foreach (var word in text.Split([',', ' '], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            if (!int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var point) || point < minimum || point > maximum)
            {
                var shown = word.Length <= 20 ? word : word[..20] + "…";
                wrong = string.Create(CultureInfo.InvariantCulture, $"must be whole numbers from {minimum:N0} to {maximum:N0}, separated by commas; \"{shown}\" is not one.");
                return [];
            }

            points.Add(point);
        }

        if (points.Count is 0 or > MaximumCount)
        {
            wrong = $"must name 1 to {MaximumCount} points, separated by commas; this names {points.Count}.";
            return [];
        }

        return [.. points];
    }

    private const int MaximumCount = 100;
}

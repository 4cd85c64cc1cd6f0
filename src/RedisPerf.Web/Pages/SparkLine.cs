using System.Globalization;

namespace RedisPerf.Web.Pages;

/// <summary>
/// A line of medians, oldest first, small enough for a table's cell. It ends at the right edge, one step for each median, so
/// that short and long lines of one table can be read alike.
/// </summary>
/// <param name="Medians">Seconds; not empty, at most <paramref name="Length"/>.</param>
/// <param name="Length">How many would fill the width.</param>
public sealed record SparkLine(IReadOnlyList<double> Medians, int Length = 20)
{
    public const double Width = 84;
    public const double Height = 20;

    private const double Margin = 3;

    // What differs less than this fraction of the middle is not stretched to the whole height: noise should look like noise.
    private const double LeastSpan = 0.2;

    /// <summary>For <c>polyline points</c>.</summary>
    public string Points => string.Join(' ', Medians.Select((_, index) => string.Create(CultureInfo.InvariantCulture, $"{X(index):0.#},{Y(index):0.#}")));

    public string LastX => X(Medians.Count - 1).ToString("0.#", CultureInfo.InvariantCulture);

    public string LastY => Y(Medians.Count - 1).ToString("0.#", CultureInfo.InvariantCulture);

    /// <summary>What the line shows, for who does not see it.</summary>
    public string Text => Medians.Count == 1
        ? "No comparable job before this one."
        : $"The last {Medians.Count} comparable jobs: {Cells.Duration(Medians.Min())} to {Cells.Duration(Medians.Max())}, this one {Cells.Duration(Medians[^1])}, the one before {Cells.Duration(Medians[^2])}.";

    private double X(int index) => Width - Margin - ((Medians.Count - 1 - index) * (Width - (2 * Margin)) / (Length - 1));

    private double Y(int index)
    {
        var (low, high) = (Medians.Min(), Medians.Max());
        var middle = (low + high) / 2;
        var span = Math.Max(high - low, LeastSpan * middle);
        return span > 0 ? (Height / 2) - ((Medians[index] - middle) / span * (Height - (2 * Margin))) : Height / 2;
    }
}

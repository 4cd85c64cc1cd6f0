using System.Globalization;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Pages;

/// <summary>A line of medians, oldest first, small enough for a table cell. It ends at the right edge and has one step for each median, so
/// short and long lines of a table have the same scale.</summary>
/// <param name="Medians">Seconds; not empty, at most <paramref name="Length"/>.</param>
/// <param name="Length">The number of medians that fill the width.</param>
public sealed record SparkLine(IReadOnlyList<double> Medians, int Length = 20)
{
    public const double Width = 84;
    public const double Height = 20;

    private const double Margin = 3;

    // The full height is at least this fraction of the middle, so that noise does not look like a change.
    private const double MinSpan = 0.2;

    /// <summary>For <c>polyline points</c>.</summary>
    public string Points =>
        string.Join(' ', Medians.Select((_, index) => string.Create(CultureInfo.InvariantCulture, $"{X(index):0.#},{Y(index):0.#}")));

    public string LastX => X(Medians.Count - 1).ToString("0.#", CultureInfo.InvariantCulture);

    public string LastY => Y(Medians.Count - 1).ToString("0.#", CultureInfo.InvariantCulture);

    /// <summary>The line as text, for screen readers.</summary>
    public string Text => Medians.Count == 1
        ? "No earlier comparable job."
        : $"The last {Medians.Count} comparable jobs: {NumberFormat.Duration(Medians.Min())} to {NumberFormat.Duration(Medians.Max())}, "
            + $"this job {NumberFormat.Duration(Medians[^1])}, previous job {NumberFormat.Duration(Medians[^2])}.";

    private double X(int index) => Width - Margin - ((Medians.Count - 1 - index) * (Width - (2 * Margin)) / (Length - 1));

    private double Y(int index)
    {
        var (low, high) = (Medians.Min(), Medians.Max());
        var middle = (low + high) / 2;
        var span = Math.Max(high - low, MinSpan * middle);
        return span > 0 ? (Height / 2) - ((Medians[index] - middle) / span * (Height - (2 * Margin))) : Height / 2;
    }
}

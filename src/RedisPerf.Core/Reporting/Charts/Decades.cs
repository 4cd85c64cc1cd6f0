namespace RedisPerf.Core.Reporting.Charts;

/// <summary>A logarithmic axis.</summary>
/// <param name="Values">Consecutive powers of ten, at least two.</param>
internal sealed record Decades(IReadOnlyList<double> Values)
{
    /// <summary>The powers of ten around all values.</summary>
    /// <param name="values">Not empty, and above 0.</param>
    public static Decades Around(IReadOnlyCollection<double> values)
    {
        var (first, last) = ((int)Math.Floor(Math.Log10(values.Min())), (int)Math.Ceiling(Math.Log10(values.Max())));
        return new([.. Enumerable.Range(first, Math.Max(2, last - first + 1)).Select(power => Math.Pow(10, power))]);
    }

    /// <summary>The position of a value above 0, from 0 at the first power of ten to 1 at the last one.</summary>
    public double ShareOf(double value) => Math.Log(value / Values[0]) / Math.Log(Values[^1] / Values[0]);
}

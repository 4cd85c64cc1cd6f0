namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>Round values for the labels of a logarithmic axis.</summary>
internal static class LogarithmicTicks
{
    /// <summary>Those of the finest steps that have room.</summary>
    /// <param name="min">The smallest value of the axis, above 0.</param>
    /// <param name="max">The largest value.</param>
    /// <param name="steps">Each from 1 up to, but not including, 10; repeated in each power of ten.</param>
    /// <param name="room">The largest number of labels.</param>
    /// <returns>In ascending order; empty when even the coarsest steps have too many values.</returns>
    public static double[] Of(double min, double max, IEnumerable<double[]> steps, int room)
    {
        var (first, last) = ((int)Math.Floor(Math.Log10(min)), (int)Math.Ceiling(Math.Log10(max)));
        return steps.Select(each => Enumerable.Range(first, last - first + 1)
                .SelectMany(power => each.Select(step => step * Math.Pow(10, power))).Where(tick => tick >= min && tick <= max).ToArray())
            .Where(ticks => ticks.Length <= room).MaxBy(ticks => ticks.Length) ?? [];
    }
}

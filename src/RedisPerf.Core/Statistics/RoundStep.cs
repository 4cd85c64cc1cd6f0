namespace RedisPerf.Core.Statistics;

/// <summary>Steps that people divide an axis by: 1, 2 or 5 times a power of ten.</summary>
internal static class RoundStep
{
    /// <summary>Rounding errors, as a share of a step.</summary>
    private const double Tolerance = 1e-9;

    private static readonly int[] Factors = [1, 2, 5, 10];

    /// <summary>The smallest step that is not below a value above 0.</summary>
    public static double AtLeast(double value)
    {
        var power = Math.Pow(10, Math.Floor(Math.Log10(value)));
        return Factors.Select(factor => factor * power).First(step => step >= value * (1 - Tolerance));
    }
}

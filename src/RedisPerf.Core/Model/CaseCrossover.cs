namespace RedisPerf.Core.Model;

/// <summary>Where a strategy becomes faster than its baseline along an axis of numbers, or stops being faster.</summary>
/// <param name="Strategy">The strategy's name.</param>
/// <param name="Baseline">The strategy that it is compared with.</param>
/// <param name="Axis">The name of the axis.</param>
/// <param name="At">An estimate of the position: where the ratio is 1. Null when the times are the same on one side.</param>
/// <param name="Low">The largest measured value before the change at which the verdict is decided.</param>
/// <param name="High">The smallest measured value after the change at which the verdict is decided.</param>
/// <param name="Below">The verdict up to <paramref name="Low"/>.</param>
/// <param name="Above">The verdict from <paramref name="High"/> on.</param>
/// <param name="Coordinates">The values on the other axes.</param>
public sealed record CaseCrossover(
    string Strategy, string Baseline, string Axis, double? At, double Low, double High, Verdict Below, Verdict Above, Coordinates Coordinates)
{
    /// <summary>The values between which it is.</summary>
    public IReadOnlyList<double> Between => [Low, High];
}

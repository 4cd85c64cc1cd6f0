namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>One point of a <see cref="ReferenceLine"/>.</summary>
/// <param name="Point">Position on the sweep.</param>
/// <param name="Seconds">In the unit of a summary's times: per run, or per unit of work of the benchmark.</param>
public sealed record ReferencePoint(double Point, double Seconds);

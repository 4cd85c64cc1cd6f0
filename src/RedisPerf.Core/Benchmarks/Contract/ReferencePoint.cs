namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>One point of a <see cref="ReferenceLine"/>.</summary>
/// <param name="Point">Where on the sweep.</param>
/// <param name="Seconds">As a summary's times: of the whole run, or of what the benchmark's times are per.</param>
public sealed record ReferencePoint(long Point, double Seconds);

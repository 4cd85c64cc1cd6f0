namespace RedisPerf.Core.Measuring;

/// <summary>What this process spent while the clock ran.</summary>
/// <param name="CpuSeconds">Over all threads.</param>
/// <param name="AllocatedBytes">By the collector's own precise count.</param>
/// <param name="PeakWorkingSet">Bytes resident at the most so far in the process's life.</param>
public sealed record ClientFigures(double? CpuSeconds, long? AllocatedBytes, long? PeakWorkingSet);

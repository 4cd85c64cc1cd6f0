namespace RedisPerf.Core.Model;

/// <summary>The server's own figures between the probes before and after the clock. A figure that an engine does not report is null.</summary>
/// <param name="CpuSeconds">User and system; from INFO, or from the process itself if RedisPerf started it.</param>
/// <param name="UsedMemoryDelta">Growth of <c>used_memory</c> in bytes, or of resident memory where the engine has no such figure.</param>
/// <param name="NetInputBytes">Bytes received.</param>
/// <param name="Commands">Calls by command, without those of the probe.</param>
public sealed record ServerFigures(double? CpuSeconds, long? UsedMemoryDelta, long? NetInputBytes, IReadOnlyDictionary<string, long>? Commands)
{
    /// <summary>CPU time of the shard of a cluster that used the most; null without a cluster.</summary>
    public double? BusiestShardCpuSeconds { get; init; }
}

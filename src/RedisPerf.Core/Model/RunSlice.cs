namespace RedisPerf.Core.Model;

/// <summary>One slice of a run that has not ended yet.</summary>
/// <param name="Round">The round of the run: see <see cref="Run.Round"/>.</param>
/// <param name="Warmup">Whether the run is a warm-up.</param>
/// <param name="Turn">0-based index of the slice in the run.</param>
/// <param name="Count">Number of slices of the run.</param>
/// <param name="Seconds">The time on the clock.</param>
/// <param name="Operations">Number of writes or reads; null where they are not counted.</param>
/// <param name="PayloadBytes">Useful bytes, before any encoding; null where they are not counted.</param>
/// <param name="ClientCpuSeconds">Over all threads; null when not known.</param>
/// <param name="ServerCpuSeconds">User and system; null when not known.</param>
public sealed record RunSlice(
    int Round, bool Warmup, int Turn, int Count, double Seconds, long? Operations, long? PayloadBytes, double? ClientCpuSeconds,
    double? ServerCpuSeconds);

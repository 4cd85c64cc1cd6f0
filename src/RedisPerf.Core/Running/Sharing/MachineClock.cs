namespace RedisPerf.Core.Running.Sharing;

/// <summary>The clock that all processes of this machine read without a comparison.</summary>
internal sealed class MachineClock : ISharedClock
{
    public static MachineClock Instance { get; } = new();

    /// <summary>Its timestamp 0 is its microsecond 0.</summary>
    public static ClockReading Reading => default;

    public Task<ClockReading> ReadAsync(CancellationToken ct) => Task.FromResult(Reading);
}

using System.Diagnostics;
using System.Text.Json.Serialization;

namespace RedisPerf.Core.Running;

/// <summary>Measures the delay of the thread pool twenty times a second: work that waits for a core, or for a thread, has this delay. A
/// client whose continuations cannot run is slow independently of the strategy.</summary>
internal sealed class PoolDelay : IAsyncDisposable
{
    private static readonly TimeSpan Every = TimeSpan.FromMilliseconds(50);

    private readonly CancellationTokenSource _stop = new();
    private readonly Task<PoolDelays?> _measurement;

    private PoolDelay() => _measurement = MeasureAsync(_stop.Token);

    public static PoolDelay Start() => new();

    /// <returns>Null when the run was too short to measure a delay.</returns>
    public async Task<PoolDelays?> StopAsync()
    {
        await _stop.CancelAsync();
        return await _measurement;
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _stop.Dispose();
    }

    private static async Task<PoolDelays?> MeasureAsync(CancellationToken stop)
    {
        var (late, times) = (TimeSpan.Zero, 0);
        while (true)
        {
            var start = Stopwatch.GetTimestamp();
            await Task.Delay(Every, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (stop.IsCancellationRequested)
            {
                return times > 0 ? new(late.TotalSeconds, times) : null;
            }

            // A timer may be early by its resolution.
            late += TimeSpan.FromTicks(Math.Max(0, (Stopwatch.GetElapsedTime(start) - Every).Ticks));
            times++;
        }
    }
}

/// <summary>Delays of the thread pool.</summary>
/// <param name="Seconds">Their sum.</param>
/// <param name="Count">At least 1.</param>
internal sealed record PoolDelays(double Seconds, int Count)
{
    /// <summary>In seconds.</summary>
    [JsonIgnore]
    public double Mean => Seconds / Count;

    public static PoolDelays operator +(PoolDelays first, PoolDelays second) => new(first.Seconds + second.Seconds, first.Count + second.Count);
}

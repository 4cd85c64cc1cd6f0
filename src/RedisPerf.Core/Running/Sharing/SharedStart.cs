using System.Diagnostics;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>The wait for the common start of several nodes.</summary>
internal static class SharedStart
{
    /// <summary>A delay can be this much longer than requested.</summary>
    private static readonly TimeSpan Precision = TimeSpan.FromMilliseconds(3);

    /// <summary>Waits until a timestamp of this machine.</summary>
    /// <param name="timestamp">Null for no wait.</param>
    /// <param name="ct">Cancels the wait.</param>
    public static async Task WaitAsync(long? timestamp, CancellationToken ct)
    {
        if (timestamp is not { } at)
        {
            return;
        }

        var delay = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), at) - Precision;
        if (delay > TimeSpan.Zero)
        {
            await Task.Delay(delay, ct);
        }

        // A delay is not precise enough for the last part.
        var spin = new SpinWait();
        while (Stopwatch.GetTimestamp() < at)
        {
            spin.SpinOnce(sleep1Threshold: -1);
        }
    }
}

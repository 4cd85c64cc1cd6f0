using System.Diagnostics;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>The wait for the common start of several nodes.</summary>
internal static class SharedStart
{
    /// <summary>A delay can be this much longer than requested.</summary>
    private static readonly TimeSpan Precision = TimeSpan.FromMilliseconds(3);

    /// <summary>The samples of the client take less. The wait before them is not part of what they measure.</summary>
    private static readonly TimeSpan Samples = TimeSpan.FromMilliseconds(15);

    /// <summary>Waits until shortly before a timestamp of this machine, so that the client can be sampled.</summary>
    /// <param name="timestamp">Null for no wait.</param>
    /// <param name="ct">Cancels the wait.</param>
    /// <returns>Seconds until the timestamp, before the wait; negative when it has passed; null without one.</returns>
    public static async Task<double?> ApproachAsync(long? timestamp, CancellationToken ct)
    {
        if (timestamp is not { } at)
        {
            return null;
        }

        var slack = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), at).TotalSeconds;
        await DelayAsync(at, Samples, ct);
        return slack;
    }

    /// <summary>Waits until a timestamp of this machine.</summary>
    /// <param name="timestamp">Null for no wait.</param>
    /// <param name="ct">Cancels the wait.</param>
    public static async Task WaitAsync(long? timestamp, CancellationToken ct)
    {
        if (timestamp is not { } at)
        {
            return;
        }

        await DelayAsync(at, Precision, ct);

        // A delay is not precise enough for the last part.
        var spin = new SpinWait();
        while (Stopwatch.GetTimestamp() < at)
        {
            spin.SpinOnce(sleep1Threshold: -1);
        }
    }

    private static Task DelayAsync(long timestamp, TimeSpan before, CancellationToken ct) =>
        Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), timestamp) - before is var delay && delay > TimeSpan.Zero ? Task.Delay(delay, ct) : Task.CompletedTask;
}

using System.Diagnostics;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>The wait for the common start of several nodes, a timestamp of this machine: a delay, a loop until the samples of the client,
/// and a loop until the start. Null for no wait.</summary>
internal static class SharedStart
{
    /// <summary>A delay can be this much longer than requested on a busy machine, so a loop waits for the rest.</summary>
    private static readonly TimeSpan Precision = TimeSpan.FromMilliseconds(15);

    /// <summary>The samples of the client take less. The loop before them is not part of what they measure.</summary>
    private static readonly TimeSpan Samples = TimeSpan.FromMilliseconds(4);

    /// <returns>Seconds until the start, before the wait; negative when it has passed; null without one.</returns>
    public static async Task<double?> ApproachAsync(long? start, CancellationToken ct)
    {
        if (start is not { } at)
        {
            return null;
        }

        var left = Until(at);
        if (left > Precision)
        {
            await Task.Delay(left - Precision, ct);
        }

        return left.TotalSeconds;
    }

    public static void WaitUntilSamples(long? start) => Wait(start, Samples);

    public static void Wait(long? start) => Wait(start, TimeSpan.Zero);

    private static void Wait(long? start, TimeSpan before)
    {
        var spin = new SpinWait();
        while (start is { } at && Until(at) > before)
        {
            spin.SpinOnce(sleep1Threshold: -1);
        }
    }

    private static TimeSpan Until(long timestamp) => Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), timestamp);
}

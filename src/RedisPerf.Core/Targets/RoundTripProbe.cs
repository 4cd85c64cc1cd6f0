using System.Diagnostics;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>Measures how long a server takes to reply to PING.</summary>
internal static class RoundTripProbe
{
    /// <summary>PINGs that are counted.</summary>
    public const int DefaultCount = 200;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);

    /// <summary>The median PING in seconds, after a quarter as many to warm up.</summary>
    public static async Task<double> MedianAsync(RespConnection connection, int count, CancellationToken ct)
    {
        await PingAsync(connection, count / 4, ct).ConfigureAwait(false);
        var seconds = await PingAsync(connection, count, ct).ConfigureAwait(false);
        seconds.Sort();
        return seconds[seconds.Count / 2];
    }

    // Fewer of them when the server is far away, to limit the time.
    private static async Task<List<double>> PingAsync(RespConnection connection, int count, CancellationToken ct)
    {
        var seconds = new List<double>(count);
        var begun = Stopwatch.GetTimestamp();
        while (seconds.Count < count && (seconds.Count == 0 || Stopwatch.GetElapsedTime(begun) < Limit))
        {
            var started = Stopwatch.GetTimestamp();
            await connection.CallAsync(ct, "PING").ConfigureAwait(false);
            seconds.Add(Stopwatch.GetElapsedTime(started).TotalSeconds);
        }

        return seconds;
    }
}

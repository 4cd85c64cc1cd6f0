using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>The server's own counters of the execution times of GET and SET: two readings, before and after, give the figures of a run.</summary>
/// <param name="Sample">The calls and the times of all commands.</param>
/// <param name="Buckets">Calls of both commands by the upper bound of their time in µs, from LATENCY HISTOGRAM; null when the
/// server does not report it.</param>
internal sealed record ServerLatencies(ServerSample Sample, IReadOnlyDictionary<long, long>? Buckets)
{
    private static readonly string[] Commands = ["get", "set"];

    public static async Task<ServerLatencies> ReadAsync(CaseContext context, CancellationToken ct) =>
        new(await context.Server.SampleAsync(ct), await BucketsAsync(context.Connection).WaitAsync(ct));

    /// <summary>Adds the server's figures of the time between two readings. A figure that the server does not report is omitted.</summary>
    public static void AddTo(WorkDone work, ServerLatencies before, ServerLatencies after)
    {
        if (before.Totals is { } first && after.Totals is { } last && last.Calls > first.Calls)
        {
            work.Measurements[LoadColumns.ServerMean] = (last.Seconds - first.Seconds) / (last.Calls - first.Calls);
        }

        if (before.Buckets is { } earlier && after.Buckets is { } later)
        {
            var calls = later.OrderBy(bucket => bucket.Key)
                .Select(bucket => (Microseconds: bucket.Key, Count: bucket.Value - earlier.GetValueOrDefault(bucket.Key))).ToArray();
            foreach (var (name, share) in LoadColumns.ServerPercentiles)
            {
                if (Percentile(calls, share) is { } seconds)
                {
                    work.Measurements[name] = seconds;
                }
            }
        }
    }

    /// <summary>The upper bound of the bucket with a percentile, in seconds; null with too few calls.</summary>
    internal static double? Percentile(IReadOnlyCollection<(long Microseconds, long Count)> buckets, double share)
    {
        var total = buckets.Sum(bucket => bucket.Count);
        if (!LatencyHistogram.IsSupported(total, share))
        {
            return null;
        }

        var below = 0L;
        return buckets.First(bucket => (below += bucket.Count) >= share * total).Microseconds * 1e-6;
    }

    private (long Calls, double Seconds)? Totals => Sample is { Calls: { } calls, CommandSeconds: { } seconds }
        ? (Commands.Sum(command => calls.GetValueOrDefault(command)), Commands.Sum(command => seconds.GetValueOrDefault(command)))
        : null;

    // The sum of all shards of a cluster.
    private static async Task<IReadOnlyDictionary<long, long>?> BucketsAsync(IConnectionMultiplexer connection)
    {
        try
        {
            var replies =
                await Task.WhenAll(connection.Masters().Select(server => server.ExecuteAsync("LATENCY", "HISTOGRAM", Commands[0], Commands[1])));
            return replies.Select<RedisResult, IReadOnlyDictionary<long, long>?>(Parse).Aggregate(ServerUse.Sum);
        }
        catch (RedisServerException)
        {
            // An engine without the command, or a user without the permission: the figure is not reported.
            return null;
        }
    }

    // For each command its name and a map: the number of calls, and the buckets with the calls up to their bound. A reply of
    // another shape is that of another engine.
    private static Dictionary<long, long>? Parse(RedisResult reply)
    {
        var buckets = new Dictionary<long, long>();
        for (var at = 1; at < reply.Length; at += 2)
        {
            if (reply[at] is not { Length: 4 } map || map[3].Length < 0)
            {
                return null;
            }

            var below = 0L;
            for (var bucket = 0; bucket < map[3].Length; bucket += 2)
            {
                var (bound, calls) = ((long)map[3][bucket], (long)map[3][bucket + 1]);
                buckets[bound] = buckets.GetValueOrDefault(bound) + calls - below;
                below = calls;
            }
        }

        return buckets;
    }
}

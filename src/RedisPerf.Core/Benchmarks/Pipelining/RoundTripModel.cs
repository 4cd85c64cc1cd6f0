using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>
/// What the times should be if nothing but the round trip and a steady service time counted: a write takes its share of
/// its batch's round trip, and the service time.
/// </summary>
internal static class RoundTripModel
{
    /// <summary>A line for each target whose round trip is known, in seconds for one write.</summary>
    public static IEnumerable<ReferenceLine> Lines(JobDocument document)
    {
        foreach (var target in document.Environment?.Targets ?? [])
        {
            var measured = document.Cases
                .Where(@case => @case is { Point: not null, Summary: not null } && @case.Strategy == Pipelined.Info.Name && @case.Target == target.Name)
                .OrderBy(@case => @case.Point)
                .ToArray();
            if (target.RoundTrip is { } roundTrip && measured.Length > 1)
            {
                // The largest batch shares its round trip among so many writes that little but the service is left.
                var service = Math.Max(0, measured[^1].Summary!.Median - (roundTrip / measured[^1].Point!.Value));
                yield return new(
                    $"model-{target.Name}",
                    "model: round trip ÷ batch + service time",
                    [.. measured.Select(@case => new ReferencePoint(@case.Point!.Value, (roundTrip / @case.Point.Value) + service))])
                {
                    Target = target.Name,
                    Strategy = Pipelined.Info.Name,
                };
            }
        }
    }
}

using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>A model of the times from the round trip and a constant service time only: the time of a write is the service time plus the
/// round trip divided by the batch size. Several nodes wait for their round trips at the same time.</summary>
internal static class RoundTripModel
{
    /// <summary>A line for each target with a known round trip, in seconds per write.</summary>
    public static IEnumerable<ReferenceLine> Lines(JobDocument document)
    {
        var nodes = document.Request.LoadFrom;
        foreach (var target in document.Environment?.Targets ?? [])
        {
            var place = Coordinates.Of(target.Name, document.Request.FirstClient);
            var measured = document.Cases
                .Where(@case => @case.Strategy == Pipelined.Info.Name && @case.Summary is not null
                    && @case.At.Without(PipeliningOptions.BatchSizes) == place)
                .Select(@case => (Batch: @case.At.Number(PipeliningOptions.BatchSizes) ?? 1, @case.Summary!.Median))
                .OrderBy(each => each.Batch)
                .ToArray();
            if (target.RoundTrip is { } roundTrip && measured.Length > 1)
            {
                // In the largest batch the round trip per write is negligible, so its time is the service time.
                var service = Math.Max(0, measured[^1].Median - (roundTrip / (nodes * measured[^1].Batch)));
                yield return new(
                    $"model-{target.Name}",
                    nodes == 1 ? "model: round trip ÷ batch + service time" : $"model: round trip ÷ batch ÷ {nodes} nodes + service time",
                    [.. measured.Select(each => new ReferencePoint(each.Batch, (roundTrip / (nodes * each.Batch)) + service))])
                {
                    Target = target.Name,
                    Strategy = Pipelined.Info.Name,
                };
            }
        }
    }
}

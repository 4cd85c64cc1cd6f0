using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The work of a run, as its case counted it.</summary>
public sealed class WorkDone
{
    /// <summary>Writes (or reads) that the run requested: hash fields, keys, pushes.</summary>
    public long Operations { get; set; }

    /// <summary>Payload bytes before encoding; each counted once, even when it was sent several times.</summary>
    public long PayloadBytes { get; set; }

    /// <summary>Bytes of the commands on the wire, from client to server; null when unknown.</summary>
    public long? WireBytes { get; set; }

    /// <summary>Calls that the run requests, by command in lower case as in the server's commandstats, including those inside a script;
    /// null when the case cannot count them. Calls in excess of these come from other clients.</summary>
    public IReadOnlyDictionary<string, long>? Commands { get; set; }

    /// <summary>Sets the bytes and calls of the run.</summary>
    public void Sent(Traffic traffic) => (WireBytes, Commands) = (traffic.Bytes, traffic.Commands);

    /// <summary>Other values that the run measured, by the names of the benchmark's <see cref="FigureColumn"/>s, in base units (seconds,
    /// bytes). Both Execute and Verify may add values.</summary>
    public IDictionary<string, double> Measurements { get; } = new Dictionary<string, double>();

    /// <summary>The latencies of a share of a run by name, for figures of all nodes together. Empty when one node measures.</summary>
    public IDictionary<string, LatencyHistogram> Latencies { get; } = new Dictionary<string, LatencyHistogram>();

    /// <summary>The latency and the throughput over the time of a run that disturbs its server; null for other runs.</summary>
    public RunTimeline? Timeline { get; set; }

    /// <summary>Adds percentiles in seconds to the measurements. One that too few values support is omitted.</summary>
    /// <param name="percentiles">Their names, and their shares from 0.5 to below 1.</param>
    internal void AddPercentiles(LatencyHistogram latencies, IEnumerable<(string Name, double Share)> percentiles)
    {
        foreach (var (name, share) in percentiles)
        {
            if (latencies.Percentile(share) is { } seconds)
            {
                Measurements[name] = seconds;
            }
        }
    }

    /// <summary>Seconds of encoding inside the clock, averaged over the parallel encoders.</summary>
    public double EncodeSeconds { get; set; }

    /// <summary>The measurements of Execute with those of Verify; null without any.</summary>
    /// <exception cref="VerificationException">Both report a measurement of the same name, so one of the values would be lost.</exception>
    internal Dictionary<string, double>? FiguresWith(WorkDone verified)
    {
        if (Measurements.Keys.FirstOrDefault(verified.Measurements.ContainsKey) is { } name)
        {
            throw new VerificationException(Reason.Of(ReasonCode.MeasuredTwice, ("name", name)));
        }

        return Measurements.Count + verified.Measurements.Count == 0 ? null : Measurements.Concat(verified.Measurements).ToDictionary();
    }
}

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>What a run did, as its case counted it.</summary>
public sealed class WorkDone
{
    /// <summary>Writes (or reads) that the server was asked for: hash fields, keys, pushes.</summary>
    public long Operations { get; set; }

    /// <summary>Useful bytes, before any encoding; each counted once however often it was sent.</summary>
    public long PayloadBytes { get; set; }

    /// <summary>Bytes of the commands as they crossed the wire towards the server; null when not known.</summary>
    public long? WireBytes { get; set; }

    /// <summary>
    /// Calls that the run asks the server for, by command in lower case as its commandstats names them, those inside a
    /// script included; null when the case cannot tell. What the server counts beyond them was not ours.
    /// </summary>
    public IReadOnlyDictionary<string, long>? Commands { get; set; }

    /// <summary>Takes over what the run sent.</summary>
    public void Sent(Traffic traffic) => (WireBytes, Commands) = (traffic.Bytes, traffic.Commands);

    /// <summary>
    /// What else the run showed, by the names of the benchmark's <see cref="FigureInfo"/>s, in base units (seconds, bytes);
    /// both the clock's call and the verification's may add to it.
    /// </summary>
    public IDictionary<string, double> Figures { get; } = new Dictionary<string, double>();

    /// <summary>Seconds of encoding inside the clock, averaged over the encoders that ran side by side.</summary>
    public double EncodeSeconds { get; set; }
}

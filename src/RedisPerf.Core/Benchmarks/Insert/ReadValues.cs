using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The sizes and the decoding time of the values that a verification reads.</summary>
/// <param name="payloadBytes">Size of a document.</param>
public sealed class ReadValues(int payloadBytes)
{
    private int _read;
    private int _decoded;
    private long _storedBytes;
    private long _decodeTicks;

    /// <summary>Counts a value.</summary>
    public void Add(byte[] stored)
    {
        _read++;
        _storedBytes += stored.Length;
    }

    /// <summary>Decodes a value and adds the time.</summary>
    public T Decode<T>(byte[] stored, Func<ReadOnlyMemory<byte>, T> decode)
    {
        var start = Stopwatch.GetTimestamp();
        var decoded = decode(stored);
        _decodeTicks += Stopwatch.GetTimestamp() - start;
        _decoded++;
        return decoded;
    }

    /// <summary>Removes the values of an earlier verification.</summary>
    public void Clear() => (_read, _decoded, _storedBytes, _decodeTicks) = (0, 0, 0, 0);

    /// <summary>Adds the figures to the run. Values that are documents have no decoding rate.</summary>
    public void Report(WorkDone work)
    {
        work.Measurements[InsertColumns.StoredBytes] = (double)_storedBytes / _read;
        if (_decodeTicks > 0)
        {
            work.Measurements[InsertColumns.DecodeRate] = (double)_decoded * payloadBytes / Stopwatch.GetElapsedTime(0, _decodeTicks).TotalSeconds;
        }
    }
}

using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The sizes and the decoding time of the values that a verification reads.</summary>
/// <param name="payloadBytes">The size of a document that is not reported, because the options have it.</param>
public sealed class ReadValues(int payloadBytes)
{
    private int _read;
    private long _storedBytes;
    private long _documentBytes;
    private long _decodedBytes;
    private long _decodeTicks;

    /// <summary>Counts a value.</summary>
    public void Add(byte[] stored, int documentBytes)
    {
        _read++;
        _storedBytes += stored.Length;
        _documentBytes += documentBytes;
    }

    /// <summary>Decodes a value and adds the time.</summary>
    public T Decode<T>(byte[] stored, int documentBytes, Func<ReadOnlyMemory<byte>, T> decode)
    {
        var start = Stopwatch.GetTimestamp();
        var decoded = decode(stored);
        _decodeTicks += Stopwatch.GetTimestamp() - start;
        _decodedBytes += documentBytes;
        return decoded;
    }

    /// <summary>Removes the values of an earlier verification.</summary>
    public void Clear() => (_read, _storedBytes, _documentBytes, _decodedBytes, _decodeTicks) = (0, 0, 0, 0, 0);

    /// <summary>Adds the figures to the run. Values that are documents have no decoding rate.</summary>
    public void Report(WorkDone work)
    {
        work.Measurements[InsertColumns.StoredBytes] = (double)_storedBytes / _read;
        if (_documentBytes != (long)_read * payloadBytes)
        {
            work.Measurements[InsertColumns.DocumentBytes] = (double)_documentBytes / _read;
        }

        if (_decodeTicks > 0)
        {
            work.Measurements[InsertColumns.DecodeRate] = _decodedBytes / Stopwatch.GetElapsedTime(0, _decodeTicks).TotalSeconds;
        }
    }
}

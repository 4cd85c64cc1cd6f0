using System.Collections;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The single reads and writes of a run, in the order in which they were sent.</summary>
/// <param name="values">The keys and their values.</param>
internal sealed class KeyOperations(KeyValues values)
{
    private long _bytesOfSets;

    /// <summary>The keys that the run has written, by their 0-based numbers.</summary>
    public BitArray Written { get; } = new(values.Keys.Count);

    /// <summary>Number of reads, including those of keys that do not exist.</summary>
    public int Reads { get; private set; }

    /// <summary>Number of reads of keys that exist.</summary>
    public int Hits { get; private set; }

    /// <summary>The bytes of the values that the reads return if they arrive in the order of sending.</summary>
    public long ReadBytes { get; private set; }

    /// <summary>Number of writes.</summary>
    public int Writes { get; private set; }

    /// <summary>The bytes of the values that are written.</summary>
    public long WrittenBytes { get; private set; }

    /// <summary>The commands and bytes of all operations.</summary>
    public Traffic Traffic => Traffic.Of((Reads * RespLength.Command("GET".Length, values.KeyBytes)) + _bytesOfSets, ("get", Reads), ("set", Writes));

    /// <summary>Adds a read of a key that does not exist.</summary>
    public void AddMiss() => Reads++;

    /// <summary>Adds a read.</summary>
    /// <param name="key">The 0-based number of the key.</param>
    public void AddRead(int key)
    {
        (Reads, Hits) = (Reads + 1, Hits + 1);
        ReadBytes += values.Of(key, Written[key]).Length;
    }

    /// <summary>Adds a write.</summary>
    /// <param name="key">The 0-based number of the key.</param>
    public void AddWrite(int key)
    {
        var bytes = values.Written(key).Length;
        Writes++;
        WrittenBytes += bytes;
        _bytesOfSets += RespLength.Command("SET".Length, values.KeyBytes, bytes);
        Written[key] = true;
    }
}

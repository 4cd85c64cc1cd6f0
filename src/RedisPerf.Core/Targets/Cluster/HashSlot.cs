namespace RedisPerf.Core.Targets.Cluster;

/// <summary>The hash slot of a key, which determines the shard of a cluster that stores it.</summary>
public static class HashSlot
{
    /// <summary>The hash slots of every cluster.</summary>
    public const int Count = 16_384;

    private const int Polynomial = 0x1021;

    /// <summary>CRC16 (XMODEM) of the key, or of its hash tag: the first text in braces, unless it is empty.</summary>
    /// <returns>0 to 16,383.</returns>
    public static int Of(ReadOnlySpan<byte> key)
    {
        if (key.IndexOf((byte)'{') is >= 0 and var open && key[(open + 1)..].IndexOf((byte)'}') is > 0 and var length)
        {
            key = key.Slice(open + 1, length);
        }

        var crc = 0;
        foreach (var symbol in key)
        {
            crc ^= symbol << 8;
            for (var bit = 0; bit < 8; bit++)
            {
                crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ Polynomial;
            }
        }

        return crc & (Count - 1);
    }
}

/// <summary>Consecutive hash slots of a shard.</summary>
/// <param name="First">0 to 16,383.</param>
/// <param name="Last">Included.</param>
internal readonly record struct SlotRange(int First, int Last)
{
    public int Count => Last - First + 1;

    public bool Contains(int slot) => slot >= First && slot <= Last;
}

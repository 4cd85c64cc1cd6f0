namespace RedisPerf.Core.Tests.Codecs;

/// <summary>Damaged data: truncated, mutated and random bytes. The same seed gives the same data.</summary>
/// <param name="seed">Any number.</param>
/// <param name="originals">Valid data to damage.</param>
internal sealed class Mutations(int seed, IReadOnlyList<byte[]> originals)
{
    /// <summary>First bytes of MessagePack values that have a length, and of formats without an equivalent in JSON.</summary>
    private static readonly byte[] Formats = [0xC1, 0xC4, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCF, 0xD3, 0xD4, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC,
        0xDD, 0xDE, 0xDF, 0xFF];

    private readonly Random _random = new(seed);

    public byte[] Next()
    {
        var original = originals[_random.Next(originals.Count)];
        switch (_random.Next(6))
        {
            case 0:
                return original[.._random.Next(original.Length)];
            case 1:
                return [.. original, .. Bytes(_random.Next(1, 10))];
            case 2:
                return Bytes(_random.Next(200));
            case 3:
                var altered = (byte[])[.. original];
                altered[_random.Next(altered.Length)] = Formats[_random.Next(Formats.Length)];
                return altered;
            case 4:
                var at = _random.Next(original.Length);
                return [.. original[..at], Formats[_random.Next(Formats.Length)], 0xFF, 0xFF, 0xFF, (byte)_random.Next(256), .. original[at..]];
            default:
                var flipped = (byte[])[.. original];
                for (var flips = _random.Next(1, 4); flips > 0; flips--)
                {
                    flipped[_random.Next(flipped.Length)] ^= (byte)(1 << _random.Next(8));
                }

                return flipped;
        }
    }

    private byte[] Bytes(int count)
    {
        var bytes = new byte[count];
        _random.NextBytes(bytes);
        return bytes;
    }
}

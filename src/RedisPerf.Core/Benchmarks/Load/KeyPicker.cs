using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>Draws the keys of the operations.</summary>
internal sealed class KeyPicker
{
    // Cumulative frequencies of the Zipf distribution; null for the uniform distribution.
    private readonly double[]? _cumulative;
    private readonly int _keys;

    /// <param name="options">The distribution, its exponent and the number of keys.</param>
    public KeyPicker(LoadOptions options)
    {
        _keys = options.Keys;
        if (options.Distribution == KeyDistribution.Uniform)
        {
            return;
        }

        _cumulative = new double[_keys];
        var sum = 0.0;
        for (var key = 0; key < _keys; key++)
        {
            _cumulative[key] = sum += Math.Pow(key + 1, -options.Exponent);
        }
    }

    /// <summary>The 0-based number of a key; with Zipf, 0 is the most frequent one.</summary>
    public int Next(ref SplitMix random)
    {
        if (_cumulative is null)
        {
            return random.Next(0, _keys);
        }

        // The upper 53 bits are the digits of a double below 1.
        var drawn = (random.Next() >> 11) * (1.0 / (1L << 53)) * _cumulative[^1];
        var found = Array.BinarySearch(_cumulative, drawn);
        return found < 0 ? ~found : found + 1;
    }
}

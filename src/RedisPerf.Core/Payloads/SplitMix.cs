namespace RedisPerf.Core.Payloads;

/// <summary>SplitMix64 (Steele, Lea, Flood 2014): a seed gives the same numbers on every machine and framework version, which
/// <see cref="Random"/> does not guarantee.</summary>
internal struct SplitMix(int seed)
{
    private ulong _state = (uint)seed;

    public ulong Next()
    {
        var mixed = _state += 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }

    /// <summary>A number from <paramref name="from"/> up to, and not including, <paramref name="to"/>.</summary>
    public int Next(int from, int to) => from + (int)Math.BigMul(Next(), (ulong)(to - from), out _);

    public T Pick<T>(ReadOnlySpan<T> choices) => choices[Next(0, choices.Length)];

    /// <summary>Fills <paramref name="digits"/> with lower-case hexadecimal digits.</summary>
    public void Hex(Span<byte> digits)
    {
        for (var at = 0; at < digits.Length; at++)
        {
            digits[at] = "0123456789abcdef"u8[Next(0, 16)];
        }
    }
}

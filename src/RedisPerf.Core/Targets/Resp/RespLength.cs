namespace RedisPerf.Core.Targets.Resp;

/// <summary>Lengths in bytes of commands in RESP, the protocol of Redis: an array of bulk strings.</summary>
public static class RespLength
{
    /// <summary><c>$5\r\nhello\r\n</c></summary>
    public static long Bulk(long length) => 1 + Digits(length) + 2 + length + 2;

    /// <summary><c>*2\r\n</c></summary>
    public static long ArrayHeader(long count) => 1 + Digits(count) + 2;

    /// <summary>A command from the lengths of its words.</summary>
    public static long Command(params ReadOnlySpan<long> words)
    {
        var total = ArrayHeader(words.Length);
        foreach (var word in words)
        {
            total += Bulk(word);
        }

        return total;
    }

    /// <summary>A command with a number of arguments of the same length.</summary>
    public static long Of(long name, long words, long wordLength) => ArrayHeader(1 + words) + Bulk(name) + (words * Bulk(wordLength));

    /// <summary>Decimal digits of a number that is not negative.</summary>
    public static int Digits(long number)
    {
        var digits = 1;
        for (; number >= 10; number /= 10)
        {
            digits++;
        }

        return digits;
    }
}

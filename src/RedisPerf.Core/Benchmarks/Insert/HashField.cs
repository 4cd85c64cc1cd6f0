using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>One hash field to write.</summary>
/// <param name="Key">The key of the hash.</param>
/// <param name="Name">0-based within its hash.</param>
/// <param name="Payload">The value: a JSON document in UTF-8, or one of the user's own values.</param>
public readonly record struct HashField(RedisKey Key, int Name, byte[] Payload)
{
    /// <summary>The payload bytes of some fields.</summary>
    public static long BytesOf(HashField[] fields)
    {
        var bytes = 0L;
        foreach (var field in fields)
        {
            bytes += field.Payload.Length;
        }

        return bytes;
    }
}

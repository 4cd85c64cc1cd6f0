using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>One hash field to write.</summary>
/// <param name="Key">The key of the hash.</param>
/// <param name="Name">0-based within its hash.</param>
/// <param name="Payload">The JSON document, UTF-8.</param>
public readonly record struct HashField(RedisKey Key, int Name, byte[] Payload);

using System.Globalization;
using System.Text;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The keys of a job that are the prefix and a number of seven digits.</summary>
internal static class NumberedKeys
{
    /// <param name="prefix">Prefix of every key.</param>
    /// <param name="first">The number of the first key.</param>
    /// <param name="count">Number of keys.</param>
    public static RedisKey[] Of(string prefix, int first, int count) =>
        [.. Enumerable.Range(first, count).Select(number => (RedisKey)Encoding.ASCII.GetBytes(NameOf(prefix, number)))];

    /// <summary>The name of a key.</summary>
    public static string NameOf(string prefix, int number) => string.Create(CultureInfo.InvariantCulture, $"{prefix}{number:D7}");

    /// <summary>The key without the prefix of the job, for messages.</summary>
    public static string ShortNameOf(RedisKey key) => ((string)key!).Split(':')[^1];
}

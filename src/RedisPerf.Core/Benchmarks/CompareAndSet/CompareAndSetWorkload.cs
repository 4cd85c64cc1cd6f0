using System.Globalization;
using System.Text;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>The keys and the updates of all strategies. Created once per job and shared by its cases.</summary>
public sealed class CompareAndSetWorkload
{
    private readonly int[] _plan;

    /// <param name="options">The options of the job.</param>
    /// <param name="keyPrefix">Prefix of every key.</param>
    public CompareAndSetWorkload(CompareAndSetOptions options, string keyPrefix)
    {
        Options = options;
        var random = new SplitMix(options.Seed);
        Keys = NumberedKeys.Of(keyPrefix, 0, options.Keys);
        _plan = new int[options.Items];
        Updates = new int[options.Keys];
        foreach (ref var key in _plan.AsSpan())
        {
            key = random.Next(0, options.Keys);
            Updates[key]++;
        }
    }

    public CompareAndSetOptions Options { get; }

    public IReadOnlyList<RedisKey> Keys { get; }

    /// <summary>The updates of each key in a run, which are the version of its last value.</summary>
    internal int[] Updates { get; }

    /// <summary>The key of an update by its 0-based number.</summary>
    public RedisKey KeyOf(int update) => Keys[_plan[update]];

    /// <summary>The value with a version.</summary>
    public RedisValue Value(long version) =>
        Encoding.ASCII.GetBytes(version.ToString(CultureInfo.InvariantCulture).PadLeft(Options.PayloadBytes, '0'));

    /// <summary>The value with the next version.</summary>
    public RedisValue Next(RedisValue value) => Value(VersionOf(value) + 1);

    /// <summary>The version of a value.</summary>
    /// <exception cref="VerificationException">It is not a value of the run.</exception>
    public long VersionOf(RedisValue value) =>
        (int)value.Length() == Options.PayloadBytes
        && long.TryParse(
            ((string)value!).AsSpan()[^CompareAndSetOptions.MinBytes..], NumberStyles.None, CultureInfo.InvariantCulture, out var version)
            ? version
            : throw (value.IsNull
                ? VerificationException.Missing("The value of a key")
                : VerificationException.ValueDiffers("The value of a key", $"{value.Length()} other bytes", "a version"));
}

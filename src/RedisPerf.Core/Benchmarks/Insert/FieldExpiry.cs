using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The expiry that the commands of fields with an expiry set, and its verification.</summary>
public static class FieldExpiry
{
    /// <summary>The command that the verification needs.</summary>
    public const string Command = "hpttl";

    /// <summary>Much longer than a run, so that no field expires in one.</summary>
    public static TimeSpan Value { get; } = TimeSpan.FromDays(1);

    /// <summary>The lengths of the words between the key and the first field: <c>EX 86400 FIELDS 100</c>.</summary>
    /// <param name="fields">Number of fields of the command.</param>
    public static long[] Words(int fields) =>
        ["EX".Length, RespLength.Digits((long)Value.TotalSeconds), "FIELDS".Length, RespLength.Digits(fields)];

    /// <summary>Checks that the expiry of some fields is at most <see cref="Value"/>.</summary>
    /// <param name="fields">The fields with their names in messages.</param>
    public static async Task VerifyAsync(IDatabase database, IReadOnlyList<(HashField Field, string Name)> fields, CancellationToken ct)
    {
        var replies = await Task.WhenAll(
            fields.Select(each => database.HashFieldGetTimeToLiveAsync(each.Field.Key, [each.Field.Name]))).WaitAsync(ct);
        foreach (var (left, (_, name)) in replies.Select(reply => reply[0]).Zip(fields))
        {
            // A negative number is that of a field without an expiry, or of a missing field.
            VerificationException.CheckExpiry($"field {name}", left < 0 ? null : TimeSpan.FromMilliseconds(left), Value);
        }
    }
}

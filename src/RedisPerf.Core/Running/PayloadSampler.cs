using System.Runtime.CompilerServices;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Running;

/// <summary>Reads values of existing string keys or hash fields and stores them as a payload. It sends SCAN and TYPE, then STRLEN and GET,
/// or HRANDFIELD, HSTRLEN and HGET, and never a command that writes. KEYS, which blocks a server, is not used.</summary>
public static class PayloadSampler
{
    /// <summary>Maximum number of values of a sample.</summary>
    public const int MaximumCount = 10_000;

    /// <summary>The default number of values.</summary>
    public const int DefaultCount = 1_000;

    /// <summary>Maximum length of a pattern in characters.</summary>
    public const int MaximumPattern = 500;

    /// <summary>Keys that the server looks at in one SCAN, and the maximum of commands in one pipeline.</summary>
    private const int KeysPerScan = 250;

    /// <summary>A pattern that matches few of many keys ends with the values found so far.</summary>
    public static readonly TimeSpan TimeLimit = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan ResponseTimeout = TimeSpan.FromSeconds(10);

    /// <summary>Stores a sample.</summary>
    /// <param name="target">An existing server.</param>
    /// <param name="pattern">The pattern of the keys, as of SCAN.</param>
    /// <param name="count">Maximum number of values.</param>
    /// <param name="type">What the values are read from.</param>
    /// <param name="store">Receives the values.</param>
    /// <exception cref="PayloadException">An argument is invalid, no key matches, or the values cannot be stored.</exception>
    /// <exception cref="TargetException">The server cannot be reached, or it refuses a command.</exception>
    public static async Task<PayloadDescription> StoreAsync(
        ITarget target, string pattern, int count, SampleType type, PayloadStore store, CancellationToken ct)
    {
        if (target.Source != TargetSource.Configured)
        {
            throw new PayloadException(Reason.Of(ReasonCode.SampleNeedsServer, (Reason.Target, target.Name), ("targets", null)));
        }

        if (pattern.Length is 0 or > MaximumPattern || count is < 1 or > MaximumCount)
        {
            throw new PayloadException(Reason.Of(ReasonCode.SampleInvalid, ("characters", MaximumPattern), ("most", MaximumCount)));
        }

        await using var server = await target.OpenAsync(new(0), ct);
        var connection = await server.ConnectDirectAsync(ResponseTimeout, ct);
        try
        {
            var values = await ReadAsync(connection, pattern, count, type, ct);
            return values.Count > 0
                ? await store.AddAsync(pattern.Replace('/', '_').Replace('\\', '_'), PayloadSource.Sample, values, ct)
                : throw new PayloadException(
                    Reason.Of(ReasonCode.SampleWithoutKey, ("type", type.ToWord()), ("pattern", pattern), (Reason.Target, target.Name)));
        }
        catch (RedisException exception)
        {
            throw new TargetException(await server.DescribeAsync(exception, ct));
        }
        finally
        {
            await ClientConnector.CloseAsync(connection);
        }
    }

    /// <summary>The question that a user confirms before a sample is read.</summary>
    /// <param name="target">The name of the target.</param>
    /// <param name="pattern">The pattern of the keys.</param>
    /// <param name="count">Maximum number of values.</param>
    /// <param name="type">What the values are read from.</param>
    /// <param name="option">The option of the command line that confirms it.</param>
    public static PayloadException NotConfirmed(string target, string pattern, int count, SampleType type, string? option = null) => new(Reason.Of(
        ReasonCode.SampleNotConfirmed, ("count", count), ("type", type.ToWord()), ("pattern", pattern), (Reason.Target, target),
        ("bytes", PayloadInput.MaximumTotalBytes), ("seconds", TimeLimit.TotalSeconds), ("option", option)));

    private static async Task<List<byte[]>> ReadAsync(
        ConnectionMultiplexer connection, string pattern, int count, SampleType type, CancellationToken ct)
    {
        var database = connection.GetDatabase();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(TimeLimit);
        var (values, bytes) = (new List<byte[]>(), 0L);
        // SCAN can return a key twice.
        var seen = new HashSet<RedisKey>();
        try
        {
            await foreach (var keys in ScanAsync(connection, pattern, limit.Token))
            {
                RedisKey[] found = [.. keys.Where(seen.Add)];
                await foreach (var location in type == SampleType.Hashes
                    ? FindFieldsAsync(database, found, count - values.Count, limit.Token)
                    : FindStringsAsync(database, found, limit.Token))
                {
                    // One at a time: values of 16 MB must not be in memory by the hundred.
                    var value = (byte[]?)await location.ReadAsync(database).WaitAsync(limit.Token);
                    if (value is null or { Length: 0 or > PayloadInput.MaximumValueBytes } || bytes + value.Length > PayloadInput.MaximumTotalBytes)
                    {
                        continue;
                    }

                    values.Add(value);
                    bytes += value.Length;
                    if (values.Count == count)
                    {
                        return values;
                    }
                }
            }
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            // The time limit: the values found so far are the sample.
        }

        return values;
    }

    // One shard of a cluster after the other: a cursor is valid on its own server only.
    private static async IAsyncEnumerable<RedisKey[]> ScanAsync(
        ConnectionMultiplexer connection, string pattern, [EnumeratorCancellation] CancellationToken ct)
    {
        var database = connection.GetDatabase();
        var isCluster = database.IsCluster();
        foreach (var server in connection.Masters())
        {
            var cursor = "0";
            do
            {
                object[] arguments = [cursor, "MATCH", pattern, "COUNT", KeysPerScan];
                var reply = (RedisResult[])(await (isCluster ? server.ExecuteAsync("SCAN", arguments) : database.ExecuteAsync("SCAN", arguments))
                    .WaitAsync(ct))!;
                cursor = (string)reply[0]!;
                foreach (var keys in ((RedisKey[])reply[1]!).Chunk(KeysPerScan))
                {
                    yield return keys;
                }
            }
            while (cursor != "0");
        }
    }

    private static async IAsyncEnumerable<ValueLocation> FindStringsAsync(
        IDatabase database, RedisKey[] keys, [EnumeratorCancellation] CancellationToken ct)
    {
        var strings = await OfTypeAsync(database, keys, RedisType.String, ct);
        var lengths = await Task.WhenAll(strings.Select(key => database.StringLengthAsync(key))).WaitAsync(ct);
        foreach (var (key, _) in strings.Zip(lengths).Where(each => Fits(each.Second)))
        {
            yield return new(key, RedisValue.Null);
        }
    }

    // Random fields, because the fields of a large hash can differ. HSCAN returns the values too, without a bound.
    private static async IAsyncEnumerable<ValueLocation> FindFieldsAsync(
        IDatabase database, RedisKey[] keys, int count, [EnumeratorCancellation] CancellationToken ct)
    {
        foreach (var hash in await OfTypeAsync(database, keys, RedisType.Hash, ct))
        {
            foreach (var fields in (await database.HashRandomFieldsAsync(hash, count).WaitAsync(ct)).Chunk(KeysPerScan))
            {
                var lengths = await Task.WhenAll(fields.Select(field => database.HashStringLengthAsync(hash, field))).WaitAsync(ct);
                foreach (var (field, _) in fields.Zip(lengths).Where(each => Fits(each.Second)))
                {
                    yield return new(hash, field);
                }
            }
        }
    }

    private static async Task<RedisKey[]> OfTypeAsync(IDatabase database, RedisKey[] keys, RedisType type, CancellationToken ct)
    {
        var types = await Task.WhenAll(keys.Select(key => database.KeyTypeAsync(key))).WaitAsync(ct);
        return [.. keys.Where((_, index) => types[index] == type)];
    }

    private static bool Fits(long length) => length is > 0 and <= PayloadInput.MaximumValueBytes;

    /// <param name="Key">A string key, or a hash.</param>
    /// <param name="Field">The field of the hash; null for a string key.</param>
    private readonly record struct ValueLocation(RedisKey Key, RedisValue Field)
    {
        public Task<RedisValue> ReadAsync(IDatabase database) => Field.IsNull ? database.StringGetAsync(Key) : database.HashGetAsync(Key, Field);
    }
}

/// <summary>What the values of a sample are read from. In JSON the names are camelCase.</summary>
public enum SampleType
{
    /// <summary>String keys.</summary>
    Strings,

    /// <summary>Fields of hashes.</summary>
    Hashes,
}

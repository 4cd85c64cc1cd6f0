using System.Diagnostics;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>Base class of all strategies: loads the keys before a run, records the latencies, and checks each value that is read and all keys.</summary>
/// <param name="strategy">The description.</param>
/// <param name="workload">The keys, the values and the operations.</param>
/// <param name="connections">Number of connections.</param>
public abstract class ConnectionsCase(StrategyInfo strategy, ConnectionsWorkload workload, int connections) : Case(strategy)
{
    private const int WindowBytes = 4 << 20;

    /// <summary>Keys in one command of the verification; fewer with large values.</summary>
    private const int KeysPerCommand = 1_000;

    // Hundreds of kilobytes, so a case has it only during a run.
    private LatencyHistogram? _latencies;
    private int _next;
    private int _hits;
    private VerificationException? _wrong;

    public override long? Point => connections;

    public override int Connections => connections;

    public override IEnumerable<RedisKey> WrittenKeys => Workload.Keys;

    protected ConnectionsWorkload Workload { get; } = workload;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        (_latencies, _next, _hits, _wrong) = (new(), -1, 0, null);
        var window = new InFlightWindow(WindowBytes);
        foreach (var (number, key) in Workload.Keys.Index())
        {
            await window.AddAsync(context.Database.StringSetAsync(key, Workload.Loaded(number)), Workload.Options.PayloadBytes + Workload.KeyBytes, ct);
        }

        await window.DrainAsync(ct);

        // The first command of a connection takes longer.
        await Task.WhenAll(context.Connections.Select(connection => connection.GetDatabase().PingAsync()));
    }

    /// <summary>Whether the strategy reads the key of an operation; otherwise it writes it.</summary>
    protected abstract bool IsRead(PlannedOperation operation);

    /// <summary>The next operation of the run, for any thread.</summary>
    /// <returns>Whether there is one.</returns>
    protected bool TryTakeNext(out PlannedOperation operation)
    {
        var number = Interlocked.Increment(ref _next);
        operation = Workload.Operation(number);
        return number < Workload.Options.Items;
    }

    /// <summary>Records the latency of an operation that is answered now.</summary>
    /// <param name="start">The value of <see cref="Stopwatch.GetTimestamp"/> before its command was sent.</param>
    protected void Record(long start) => _latencies!.Record(Stopwatch.GetTimestamp() - start);

    /// <summary>Checks a value that was read. A write may or may not precede the read, so both values of the key are valid.</summary>
    protected void Check(int key, RedisValue value)
    {
        ReadOnlyMemory<byte> bytes = value;
        if (!value.IsNull && (bytes.Span.SequenceEqual(Workload.Loaded(key).Span) || bytes.Span.SequenceEqual(Workload.Written(key).Span)))
        {
            Interlocked.Increment(ref _hits);
        }
        else
        {
            _wrong ??= Wrong(key, value);
        }
    }

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        if (_wrong is not null)
        {
            throw _wrong;
        }

        var (reads, written) = (0, new HashSet<int>());
        for (var number = 0; number < Workload.Options.Items; number++)
        {
            var operation = Workload.Operation(number);
            if (IsRead(operation))
            {
                reads++;
            }
            else
            {
                written.Add(operation.Key);
            }
        }

        if (_hits != reads)
        {
            throw VerificationException.CountDiffers("Reads with a value", _hits, reads);
        }

        await VerifyKeysAsync(context.Database, written, ct);
        var (work, writes, bytes, latencies) = (context.Work, Workload.Options.Items - reads, Workload.Options.PayloadBytes, _latencies!);
        work.Operations = Workload.Options.Items;
        work.PayloadBytes = (long)Workload.Options.Items * bytes;
        work.Sent(Traffic.Of(
            (reads * RespLength.Command("GET".Length, Workload.KeyBytes)) + (writes * RespLength.Command("SET".Length, Workload.KeyBytes, bytes)),
            ("get", reads),
            ("set", writes)));
        foreach (var (name, share) in ConnectionsColumns.Percentiles)
        {
            if (latencies.Percentile(share) is { } seconds)
            {
                work.Measurements[name] = seconds;
            }
        }
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        _latencies = null;
        return context.Database.UnlinkAsync(Workload.Keys, ct);
    }

    private async Task VerifyKeysAsync(IDatabase database, HashSet<int> written, CancellationToken ct)
    {
        var perCommand = Math.Clamp(WindowBytes / Workload.Options.PayloadBytes, 1, KeysPerCommand);
        foreach (var chunk in Workload.Keys.Index().Chunk(perCommand))
        {
            var values = await database.StringGetAsync(Array.ConvertAll(chunk, key => key.Item)).WaitAsync(ct);
            foreach (var ((number, _), value) in chunk.Zip(values))
            {
                ReadOnlyMemory<byte> bytes = value;
                if (!bytes.Span.SequenceEqual((written.Contains(number) ? Workload.Written(number) : Workload.Loaded(number)).Span))
                {
                    throw Wrong(number, value);
                }
            }
        }
    }

    private static VerificationException Wrong(int key, RedisValue value)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"The value of {key:D7}");
        return value.IsNull ? VerificationException.Missing(name) : VerificationException.ValueDiffers(name, string.Create(CultureInfo.InvariantCulture, $"{value.Length():N0} bytes"), "the value of this key");
    }
}

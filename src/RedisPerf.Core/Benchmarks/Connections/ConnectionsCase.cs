using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>Base class of all strategies: loads the keys before a run, records the latencies, and checks each value that is read and all keys.</summary>
/// <param name="strategy">The description.</param>
/// <param name="workload">The keys, the values and the operations.</param>
/// <param name="connections">Number of connections.</param>
public abstract class ConnectionsCase(StrategyInfo strategy, ConnectionsWorkload workload, int connections) : Case(strategy)
{
    // Hundreds of kilobytes, so a case has it only during a run.
    private LatencyHistogram? _latencies;
    private int _next;
    private int _hits;
    private VerificationException? _wrong;

    public override long? Point => connections;

    public override int Connections => connections;

    public override IEnumerable<RedisKey> WrittenKeys => Workload.Values.Keys;

    protected ConnectionsWorkload Workload { get; } = workload;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        (_latencies, _next, _hits, _wrong) = (new(), -1, 0, null);
        await Workload.Values.LoadAsync(context.Database, ct);

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
        if (Workload.Values.Has(key, value))
        {
            Interlocked.Increment(ref _hits);
        }
        else
        {
            _wrong ??= KeyValues.Wrong(key, value, "the value of this key");
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

        await Workload.Values.VerifyAsync(context.Database, written, ct);
        var (work, writes, bytes, latencies) = (context.Work, Workload.Options.Items - reads, Workload.Options.PayloadBytes, _latencies!);
        work.Operations = Workload.Options.Items;
        work.PayloadBytes = (long)Workload.Options.Items * bytes;
        work.Sent(Workload.Values.TrafficOf(reads, writes));
        foreach (var (name, share) in ConnectionsColumns.Percentiles)
        {
            if (latencies.Percentile(share) is { } seconds)
            {
                work.Measurements[name] = seconds;
            }
        }

        if (!Workload.Share.IsWhole)
        {
            work.Latencies[ConnectionsColumns.Latencies] = latencies;
        }
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        _latencies = null;
        return context.Database.UnlinkAsync(Workload.Values.Keys, ct);
    }
}

using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>Base class of all strategies: loads the keys before a run, records the latencies, and checks each value
/// that is read and all keys.</summary>
/// <param name="strategy">The description.</param>
/// <param name="workload">The keys, the values and the operations.</param>
/// <param name="connections">Number of connections.</param>
public abstract class ConnectionsCase(StrategyInfo strategy, ConnectionsWorkload workload, int connections) : Case(strategy)
{
    // Hundreds of kilobytes, so a case has it only during a run.
    private LatencyHistogram? _latencies;
    private int _next;
    private int _hits;
    private long _readBytes;
    private VerificationException? _wrong;

    public override int Connections => connections;

    public override IEnumerable<RedisKey> WrittenKeys => Workload.Values.Keys;

    protected ConnectionsWorkload Workload { get; } = workload;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        (_latencies, _next, _hits, _readBytes, _wrong) = (new(), -1, 0, 0, null);
        await Workload.Values.LoadAsync(context.Database, ct);

        await context.PingAsync();
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
        if (Workload.Values.HasAny(key, value))
        {
            Interlocked.Increment(ref _hits);
            Interlocked.Add(ref _readBytes, value.Length());
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

        var planned = new KeyOperations(Workload.Values);
        for (var number = 0; number < Workload.Options.Items; number++)
        {
            var operation = Workload.Operation(number);
            if (IsRead(operation))
            {
                planned.AddRead(operation.Key);
            }
            else
            {
                planned.AddWrite(operation.Key);
            }
        }

        if (_hits != planned.Reads)
        {
            throw VerificationException.CountDiffers("Reads with a value", _hits, planned.Reads);
        }

        await Workload.Values.VerifyAsync(context.Database, planned.Written, ct);
        var (work, latencies) = (context.Work, _latencies!);
        work.Operations = Workload.Options.Items;
        work.PayloadBytes = _readBytes + planned.WrittenBytes;
        work.Sent(planned.Traffic);
        GeneratorCpu.AddTo(work.Measurements);
        work.AddPercentiles(latencies, ConnectionsColumns.Percentiles);

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

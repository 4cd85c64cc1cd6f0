using System.Collections;
using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>Base class of all strategies: loads the keys before a run, records the latencies, and checks each reply and all keys.</summary>
/// <param name="strategy">The description.</param>
/// <param name="workload">The keys, the values and the operations.</param>
/// <param name="rate">Operations per second.</param>
public abstract class LoadCase(StrategyInfo strategy, LoadWorkload workload, int rate) : Case(strategy)
{
    // Almost a megabyte, so a case has it only during a run.
    private LoadLatencies? _latencies;
    private ServerLatencies? _before;
    private SendSchedule? _schedule;
    private BitArray? _written;
    private long _end;
    private int _sent;
    private int _hits;
    private long _readBytes;
    private VerificationException? _wrong;

    public override IEnumerable<RedisKey> WrittenKeys => Workload.Values.Keys;

    public override long ReadBytes => _readBytes;

    protected LoadWorkload Workload { get; } = workload;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        (_latencies, _schedule, _sent, _hits, _readBytes, _wrong) = (new(), null, 0, 0, 0, null);
        _written = new(Workload.Options.Keys);
        await Workload.Values.LoadAsync(context.Database, ct);
        _before = await ReadServerAsync(context, ct);
    }

    /// <summary>Starts the schedule of a run.</summary>
    protected SendSchedule Begin() => _schedule = new(rate, Workload);

    /// <summary>Marks the moment at which all operations are answered.</summary>
    protected void End() => _end = Stopwatch.GetTimestamp();

    /// <summary>Sends an operation, records its latency and checks the reply. A run calls it for each operation in ascending
    /// order, from one thread.</summary>
    /// <param name="database">The connection.</param>
    /// <param name="number">The 0-based number of the operation.</param>
    /// <param name="intended">Its intended send time, in the unit of <see cref="Stopwatch.GetTimestamp"/>.</param>
    protected async Task SendAsync(IDatabase database, int number, long intended)
    {
        var operation = Workload.Operation(number);
        var (key, latencies) = (Workload.Key(operation), _latencies!);
        _sent = number + 1;
        var sent = Stopwatch.GetTimestamp();
        if (operation.IsRead)
        {
            // The server executes the commands of a connection in the order of sending.
            var isWritten = Workload.Exists(operation) && _written![operation.Key];
            var value = await GetAsync(database, key);
            latencies.Add(intended, sent);
            Check(operation, isWritten, value);
        }
        else
        {
            _written![operation.Key] = true;
            await SetAsync(database, key, Workload.Values.Written(operation.Key));
            latencies.Add(intended, sent);
        }
    }

    /// <summary>Reads the value of a key.</summary>
    protected virtual Task<RedisValue> GetAsync(IDatabase database, RedisKey key) => database.StringGetAsync(key);

    /// <summary>Writes the value of a key.</summary>
    protected virtual Task SetAsync(IDatabase database, RedisKey key, ReadOnlyMemory<byte> value) => database.StringSetAsync(key, value);

    /// <summary>The traffic of the operations that were sent; null when it is unknown.</summary>
    private protected virtual Traffic? TrafficOf(KeyOperations sent) => sent.Traffic;

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        var after = await ReadServerAsync(context, ct);
        if (_wrong is not null)
        {
            throw _wrong;
        }

        var sent = Sent();
        if (_hits != sent.Hits)
        {
            throw VerificationException.CountDiffers("Reads with a value", _hits, sent.Hits);
        }

        await Workload.Values.VerifyAsync(context.Database, sent.Written, ct);
        var work = context.Work;
        work.Operations = _sent;
        work.PayloadBytes = sent.ReadBytes + sent.WrittenBytes;
        if (TrafficOf(sent) is { } traffic)
        {
            work.Sent(traffic);
        }

        var (schedule, latencies) = (_schedule!, _latencies!);
        latencies.AddUnsent(schedule, _sent, _end);
        latencies.AddTo(work.Measurements);
        work.Measurements[LoadColumns.Unsent] = latencies.Unsent;
        if (Workload.Share.Nodes > 1)
        {
            latencies.CopyTo(work.Latencies);
        }

        work.Measurements[LoadColumns.Achieved] = _sent / Stopwatch.GetElapsedTime(schedule.Start, Math.Max(schedule.End, _end)).TotalSeconds;
        if (sent.Reads > 0)
        {
            work.Measurements[LoadColumns.HitRate] = (double)_hits / sent.Reads;
        }

        if (_before is not null && after is not null)
        {
            ServerLatencies.AddTo(work, _before, after);
        }
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        (_latencies, _written) = (null, null);
        return context.Database.UnlinkAsync(Workload.Values.Keys, ct);
    }

    // Where several nodes measure, one loads its keys or verifies while another one reads the counters of the server.
    private async Task<ServerLatencies?> ReadServerAsync(CaseContext context, CancellationToken ct) =>
        Workload.Share.Nodes == 1 ? await ServerLatencies.ReadAsync(context, ct) : null;

    private KeyOperations Sent()
    {
        var sent = new KeyOperations(Workload.Values);
        for (var number = 0; number < _sent; number++)
        {
            var operation = Workload.Operation(number);
            if (!operation.IsRead)
            {
                sent.AddWrite(operation.Key);
            }
            else if (Workload.Exists(operation))
            {
                sent.AddRead(operation.Key);
            }
            else
            {
                sent.AddMiss();
            }
        }

        return sent;
    }

    private void Check(LoadOperation operation, bool isWritten, RedisValue value)
    {
        if (!value.IsNull)
        {
            Interlocked.Increment(ref _hits);
            Interlocked.Add(ref _readBytes, value.Length());
        }

        var isValid = Workload.Exists(operation) ? Workload.Values.Has(operation.Key, isWritten, value) : value.IsNull;
        if (!isValid)
        {
            _wrong ??= KeyValues.Wrong(operation.Key, value,
                !Workload.Exists(operation) ? "missing" : isWritten ? "the value that the run wrote" : "the value before the run");
        }
    }
}

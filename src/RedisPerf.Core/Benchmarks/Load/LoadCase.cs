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
    private int _errors;
    private readonly DisturbanceKeys? _disturbanceKeys;
    private DisturbedRun? _disturbed;

    /// <summary>The disturbance of the runs; null in a job that disturbs no server.</summary>
    internal DisturbancePlan? Disturbance
    {
        get;
        init => (field, _disturbanceKeys) = (value, value is null ? null : new(value.Kind, Workload.KeyPrefix));
    }

    public override IEnumerable<RedisKey> WrittenKeys =>
        _disturbanceKeys is null ? Workload.Values.Keys : Workload.Values.Keys.Concat(_disturbanceKeys.All);

    public override long ReadBytes => _readBytes;

    public override IReadOnlyList<string> NeedsOfValues => Disturbance?.Needs ?? [];

    // The default of the client: an application waits no longer.
    public override TimeSpan? CallTimeout => Disturbance is null ? null : TimeSpan.FromSeconds(5);

    public override bool DisturbsServer => Disturbance is { Kind: not LoadDisturbance.None };

    public override bool AllowsRestart => Disturbance is { JobRestarts: true };

    protected LoadWorkload Workload { get; } = workload;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        (_latencies, _schedule, _sent, _hits, _readBytes, _wrong, _errors) = (new(), null, 0, 0, 0, null, 0);
        _written = new(Workload.Options.Keys);
        if (Disturbance is not null)
        {
            _disturbed = new(Disturbance, _disturbanceKeys!);
            await _disturbed.PrepareAsync(context, ct);
            await _disturbed.LoadAsync(context, ct);
        }

        await Workload.Values.LoadAsync(context.Database, ct);
        _before = await ReadServerAsync(context, ct);
    }

    private int Rate => Probe ?? rate;

    /// <summary>Starts the schedule of a run.</summary>
    protected SendSchedule Begin(CaseContext context, CancellationToken ct)
    {
        _schedule = new(Rate, Workload);
        _disturbed?.Begin(context, _schedule, Workload.Options.SecondsPerRun, ct);
        return _schedule;
    }

    /// <summary>Marks the moment at which all operations are answered.</summary>
    protected void End() => _end = Stopwatch.GetTimestamp();

    /// <summary>Sends an operation, records its latency and checks the reply. A run calls it for each operation in ascending
    /// order, from one thread.</summary>
    /// <param name="database">The connection.</param>
    /// <param name="number">The 0-based number of the operation.</param>
    /// <param name="intended">Its intended send time, in the unit of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="free">The end of the last wait for a reply, in the same unit.</param>
    protected Task SendAsync(IDatabase database, int number, long intended, long free)
    {
        _sent = number + 1;
        var sent = Stopwatch.GetTimestamp();
        _latencies!.AddLag(Math.Max(intended, free), sent);
        var reply = ExchangeAsync(database, number, intended, sent);
        return Workload.Objective is null && _disturbed is null ? reply : CountErrorAsync(reply);
    }

    // A failed operation misses the objective, and the probe continues. In a disturbed run it is a result.
    private async Task CountErrorAsync(Task reply)
    {
        try
        {
            await reply;
        }
        catch (Exception exception) when (exception is RedisException or TimeoutException
            // Version 2 of the client writes to its pipe after it closed it for a lost connection.
            or InvalidOperationException { Source: "System.IO.Pipelines" })
        {
            Interlocked.Increment(ref _errors);
            _disturbed?.AddError(exception);
        }
    }

    private async Task ExchangeAsync(IDatabase database, int number, long intended, long sent)
    {
        var operation = Workload.Operation(number);
        var (key, latencies) = (Workload.Key(operation), _latencies!);
        if (operation.IsRead)
        {
            // The server executes the commands of a connection in the order of sending.
            var isWritten = Workload.Exists(operation) && _written![operation.Key];
            var value = await GetAsync(database, key);
            latencies.Add(intended, sent);
            Check(operation, isWritten, value);
        }
        else if (_disturbed is not null)
        {
            await _disturbed.Writes.AppendAsync(database, number, Workload.Values.Written(operation.Key));
            latencies.Add(intended, sent);
        }
        else
        {
            _written![operation.Key] = true;
            await SetAsync(database, key, Workload.Values.Written(operation.Key));
            latencies.Add(intended, sent);
        }

        _disturbed?.Record(number, intended);
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
        var sent = Sent();
        var work = context.Work;
        if (_disturbed is not null)
        {
            await CheckDisturbedAsync(_disturbed, context, ct);
        }
        else if (_errors == 0)
        {
            await CheckAsync(sent, context.Database, ct);
            if (TrafficOf(sent) is { } traffic)
            {
                work.Sent(traffic);
            }
        }

        work.Operations = _sent;
        work.PayloadBytes = _disturbed is null ? sent.ReadBytes + sent.WrittenBytes : _readBytes + _disturbed.Writes.AcknowledgedBytes;
        var (schedule, latencies) = (_schedule!, _latencies!);
        latencies.AddUnsent(schedule, _sent, _end);
        latencies.AddTo(work.Measurements);
        work.Measurements[LoadColumns.Unsent] = latencies.Unsent;
        if (Workload.Share.Nodes > 1)
        {
            latencies.CopyTo(work.Latencies);
        }

        GeneratorCpu.AddTo(work.Measurements);
        if (Workload.Objective is { } objective)
        {
            work.Measurements[LoadColumns.ProbeRate] = Rate;
            work.Measurements[LoadColumns.Errors] = _errors;
            objective.AddTo(work.Measurements, latencies);
        }

        work.Measurements[LoadColumns.Achieved] = (_sent - _errors)
            / Stopwatch.GetElapsedTime(schedule.Start, Math.Max(schedule.End, _end)).TotalSeconds;
        if (sent.Reads > 0)
        {
            work.Measurements[LoadColumns.HitRate] = (double)_hits / sent.Reads;
        }

        if (_before is not null && after is not null)
        {
            ServerLatencies.AddTo(work, _before, after);
        }
    }

    public override async Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        await (_disturbed?.CloseAsync() ?? ValueTask.CompletedTask);
        await context.Database.UnlinkAsync(WrittenKeys, ct);
        (_latencies, _written, _disturbed) = (null, null, null);
    }

    // Where several nodes measure, one loads its keys or verifies while another one reads the counters of the server.
    private async Task<ServerLatencies?> ReadServerAsync(CaseContext context, CancellationToken ct) =>
        Workload.Share.Nodes == 1 && Disturbance is null ? await ServerLatencies.ReadAsync(context, ct) : null;

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

    // It is not known whether the server executed an operation that failed, so the values of a probe with errors are not checked.
    private async Task CheckAsync(KeyOperations sent, IDatabase database, CancellationToken ct)
    {
        if (_wrong is not null)
        {
            throw _wrong;
        }

        if (_hits != sent.Hits)
        {
            throw VerificationException.CountDiffers("Reads with a value", _hits, sent.Hits);
        }

        await Workload.Values.VerifyAsync(database, sent.Written, ct);
    }

    // The writes are in the lists of the run, and the keys keep the values from before it.
    private async Task CheckDisturbedAsync(DisturbedRun disturbed, CaseContext context, CancellationToken ct)
    {
        if (_wrong is not null)
        {
            throw _wrong;
        }

        await disturbed.VerifyAsync(context, _sent, _end,
            number => Workload.Operation(number) is { IsRead: false } write ? Workload.Values.Written(write.Key) : null,
            Workload.MaxValueBytes, ct);
        if (!disturbed.MayLackValues)
        {
            await Workload.Values.VerifyAsync(context.Database, new(Workload.Options.Keys), ct);
        }
    }

    private void Check(LoadOperation operation, bool isWritten, RedisValue value)
    {
        if (value.IsNull && _disturbed is { MayLackValues: true })
        {
            return;
        }

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

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
    private long _end;
    private int _sent;
    private int _hits;
    private VerificationException? _wrong;

    public override long? Point => rate;

    public override IEnumerable<RedisKey> WrittenKeys => Workload.Values.Keys;

    protected LoadWorkload Workload { get; } = workload;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        (_latencies, _schedule, _sent, _hits, _wrong) = (new(), null, 0, 0, null);
        await Workload.Values.LoadAsync(context.Database, ct);
        _before = await ReadServerAsync(context, ct);
    }

    /// <summary>Starts the schedule of a run.</summary>
    protected SendSchedule Begin() => _schedule = new(rate, Workload.OperationsAt(rate), Workload.Share);

    /// <summary>Marks the moment at which all operations are answered.</summary>
    protected void End() => _end = Stopwatch.GetTimestamp();

    /// <summary>Sends an operation, records its latency and checks the reply. A run calls it for each operation in ascending order, from one thread.</summary>
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
            var value = await database.StringGetAsync(key);
            latencies.Add(intended, sent);
            Check(operation, value);
        }
        else
        {
            await database.StringSetAsync(key, Workload.Values.Written(operation.Key));
            latencies.Add(intended, sent);
        }
    }

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        var after = await ReadServerAsync(context, ct);
        if (_wrong is not null)
        {
            throw _wrong;
        }

        var (reads, expected, written) = (0, 0, new HashSet<int>());
        for (var number = 0; number < _sent; number++)
        {
            var operation = Workload.Operation(number);
            if (operation.IsRead)
            {
                reads++;
                expected += Workload.Exists(operation) ? 1 : 0;
            }
            else
            {
                written.Add(operation.Key);
            }
        }

        if (_hits != expected)
        {
            throw VerificationException.CountDiffers("Reads with a value", _hits, expected);
        }

        await Workload.Values.VerifyAsync(context.Database, written, ct);
        var (work, writes, bytes) = (context.Work, _sent - reads, Workload.Options.PayloadBytes);
        work.Operations = _sent;
        work.PayloadBytes = (long)(_hits + writes) * bytes;
        work.Sent(Workload.Values.TrafficOf(reads, writes));
        var (schedule, latencies) = (_schedule!, _latencies!);
        latencies.AddUnsent(schedule, _sent, _end);
        latencies.AddTo(work.Measurements);
        work.Measurements[LoadColumns.Unsent] = latencies.Unsent;
        if (Workload.Share.Nodes > 1)
        {
            latencies.CopyTo(work.Latencies);
        }

        work.Measurements[LoadColumns.Achieved] = _sent / Stopwatch.GetElapsedTime(schedule.Start, Math.Max(schedule.End, _end)).TotalSeconds;
        if (reads > 0)
        {
            work.Measurements[LoadColumns.HitRate] = (double)_hits / reads;
        }

        if (_before is not null && after is not null)
        {
            ServerLatencies.AddTo(work, _before, after);
        }
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        _latencies = null;
        return context.Database.UnlinkAsync(Workload.Values.Keys, ct);
    }

    // Where several nodes measure, one loads its keys or verifies while another one reads the counters of the server.
    private async Task<ServerLatencies?> ReadServerAsync(CaseContext context, CancellationToken ct) =>
        Workload.Share.Nodes == 1 ? await ServerLatencies.ReadAsync(context, ct) : null;

    private void Check(LoadOperation operation, RedisValue value)
    {
        if (!value.IsNull)
        {
            Interlocked.Increment(ref _hits);
        }

        var isValid = Workload.Exists(operation) ? Workload.Values.Has(operation.Key, value) : value.IsNull;
        if (!isValid)
        {
            _wrong ??= KeyValues.Wrong(operation.Key, value, Workload.Exists(operation) ? "the value of this key" : "missing");
        }
    }
}

using System.Collections;
using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>Base class of all strategies: loads the keys and sets the minimum of the thread pool before a run, ends the run, and checks each
/// reply.</summary>
/// <param name="strategy">The description.</param>
/// <param name="workload">The keys and values.</param>
/// <param name="options">The options of the case.</param>
public abstract class CallsCase(StrategyInfo strategy, CallsWorkload workload, CallsOptions options) : Case(strategy)
{
    // Hundreds of kilobytes, so a case has it only during a run.
    private LatencyHistogram? _latencies;
    private PoolWatch? _watch;
    private int? _minThreads;
    private int _usedMin;
    private int _started;
    private int _ended;
    private int _timeouts;
    private Exception? _failure;

    public override IEnumerable<RedisKey> WrittenKeys => workload.Values.Keys;

    public override TimeSpan? CallTimeout => TimeSpan.FromSeconds(options.TimeoutSeconds);

    public override bool MeasuresThreadPool => true;

    public override long ReadBytes => (long)_ended * options.PayloadBytes;

    /// <summary>Number of callers.</summary>
    protected int Callers => options.Callers;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        (_latencies, _started, _ended, _timeouts, _failure) = (new(), 0, 0, 0, null);
        await workload.Values.LoadAsync(context.Database, ct);
        ThreadPool.GetMinThreads(out var min, out var ports);
        if (options.MinThreads > 0)
        {
            _minThreads ??= min;
            ThreadPool.SetMinThreads(options.MinThreads, ports);
        }

        // The pool keeps the threads of an earlier run. A maximum for a moment makes each run start with the minimum.
        ThreadPool.GetMinThreads(out _usedMin, out _);
        ThreadPool.GetMaxThreads(out var max, out var maxPorts);
        ThreadPool.SetMaxThreads(Math.Max(_usedMin, Environment.ProcessorCount), maxPorts);
        ThreadPool.SetMaxThreads(max, maxPorts);
    }

    /// <summary>Starts the time of the run.</summary>
    /// <returns>The end of the run: its time has passed, and all callers have ended.</returns>
    protected Task BeginAsync(CancellationToken ct)
    {
        _watch = new(TimeSpan.FromSeconds(options.SecondsPerRun), options.Callers, CallTimeout!.Value, ct);
        return _watch.Ended;
    }

    /// <summary>The 0-based number of the key of the next call, for any caller.</summary>
    /// <returns>False after the time of the run.</returns>
    protected bool TryTakeNext(out int key)
    {
        var isTaken = !_watch!.IsOver && _failure is null;
        key = isTaken ? (Interlocked.Increment(ref _started) - 1) % options.Keys : -1;
        return isTaken;
    }

    /// <summary>The key with a 0-based number.</summary>
    protected RedisKey Key(int key) => workload.Values.Keys[key];

    /// <summary>Ends a caller.</summary>
    protected void EndCaller() => _watch!.EndCaller();

    /// <summary>Records a call that has its reply.</summary>
    /// <param name="key">The 0-based number of its key.</param>
    /// <param name="value">The reply.</param>
    /// <param name="queued">The value of <see cref="Stopwatch.GetTimestamp"/> when its work item was queued.</param>
    protected void Record(int key, RedisValue value, long queued)
    {
        _latencies!.Record(Stopwatch.GetTimestamp() - queued);
        Interlocked.Increment(ref _ended);
        if (!workload.Values.Has(key, isWritten: false, value))
        {
            _failure ??= KeyValues.Wrong(key, value, "the value of this key");
        }
    }

    /// <summary>Counts a time-out, and keeps any other failure, which ends the run.</summary>
    protected void Fail(Exception exception)
    {
        if ((exception is AggregateException several ? several.InnerException : exception) is RedisTimeoutException)
        {
            Interlocked.Increment(ref _timeouts);
        }
        else
        {
            _failure ??= exception is RedisException ? exception : new VerificationException(Reason.Of(ReasonCode.StrategyFailed,
                ("strategy", Strategy.Name), ("type", exception.GetType().Name), ("message", exception.Message)));
        }
    }

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        if (_failure is not null)
        {
            throw _failure;
        }

        if (_ended == 0)
        {
            throw new VerificationException(Reason.Of(ReasonCode.NoCallEnded, ("timeouts", _timeouts)));
        }

        await workload.Values.VerifyAsync(context.Database, new BitArray(options.Keys), ct);
        var (work, watch) = (context.Work, _watch!);
        work.Operations = _ended;
        work.PayloadBytes = (long)_ended * options.PayloadBytes;
        work.Sent(Traffic.Of(_started * RespLength.Command("GET".Length, workload.Values.KeyBytes), ("get", _started)));
        var figures = work.Measurements;
        work.AddPercentiles(_latencies!, CallsColumns.Percentiles);
        figures[CallsColumns.Timeouts] = _timeouts;
        figures[CallsColumns.MinThreads] = _usedMin;
        (figures[CallsColumns.FirstThreads], figures[CallsColumns.LastThreads]) = (watch.First, watch.Last);
        (figures[CallsColumns.MaxThreads], figures[CallsColumns.MaxDelay]) = (watch.Max, watch.MaxDelay.TotalSeconds);
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        _latencies = null;
        if (_minThreads is { } min)
        {
            ThreadPool.GetMinThreads(out _, out var ports);
            ThreadPool.SetMinThreads(min, ports);
            _minThreads = null;
        }

        return context.Database.UnlinkAsync(WrittenKeys, ct);
    }
}

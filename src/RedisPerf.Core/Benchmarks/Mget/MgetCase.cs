using System.Diagnostics;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>Base class of all read strategies. Each call is awaited and timed; its keys are drawn before the clock starts, and the values
/// are checked after the clock stops.</summary>
/// <typeparam name="TName">The name that a call requests: a key, or a field of the hash.</typeparam>
/// <typeparam name="TValue">A value of a reply: a <see cref="RedisValue"/>, or an array of bytes.</typeparam>
public abstract class MgetCase<TName, TValue>(StrategyInfo strategy, MgetPoint point, Func<int, TName> name) : Case(strategy)
{
    /// <summary>Number of replies, at the end of a run, of which every value is checked.</summary>
    private const int Kept = 16;

    /// <summary>Duration of the trial before a run, as a share of the run's time. It estimates the time of a call.</summary>
    private const double TrialShare = 0.1;

    /// <summary>Minimum number of trial calls, so that the slow first call does not dominate; limited to half the time of a run.</summary>
    private const int MinTrials = 10;
    private const double MaxTrialShare = 0.5;

    /// <summary>Maximum number of trial calls: enough for a median.</summary>
    private const int MaxTrials = 1_000;

    private readonly TValue[][] _replies = new TValue[Kept][];
    private int[][] _numbers = [];
    private TName[][] _names = [];
    private CallTimes _times = new(0);
    private int _calls;
    private long _valuesRead;

    public override IReadOnlyList<string> SizeOptions => ["keysPerCall"];

    public abstract override SharedData Shared { get; }

    public override long ReadBytes => _valuesRead * MgetWorkload.ValueBytes;

    protected MgetOptions Options => point.Options;

    protected MgetWorkload Workload => point.Workload;

    /// <summary>Number of keys in one call.</summary>
    protected int Keys => point.Options.KeysPerCall;

    /// <summary>The command that the server counts, and its calls per call of the strategy; null when they are unknown.</summary>
    protected abstract (string Command, long Count)? Commands { get; }

    /// <summary>Bytes of the commands of one call on the wire; 0 when the commands are unknown.</summary>
    protected abstract long WireBytes { get; }

    /// <summary>The numbers of the keys of each call; the calls of a run use them in rotation.</summary>
    protected virtual int[][] Lists => Workload.Lists(Keys);

    /// <summary>Bytes and commands of one call for these names.</summary>
    protected virtual (long Bytes, long Commands) TrafficOf(TName[] names) => (WireBytes, Commands?.Count ?? 0);

    /// <summary>Calls of a run with the article's loops. A strategy with much slower calls makes fewer.</summary>
    protected virtual int CallsByLoops => CallCount.ByLoops(Options.Loops, Keys);

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        _numbers = Lists;
        _names = Array.ConvertAll(_numbers, list => Array.ConvertAll(list, number => name(number)));
        await PrepareAsync(context, _names, ct);
        var trial = await TryAsync(context, ct);
        // By time, each node makes the calls that it can.
        _calls = Options.Loops > 0 ? Math.Max(1, Workload.Share.PartOf(CallsByLoops)) : CallCount.ByTime(Options.SecondsPerRun, trial.Seconds);
        _times = new(_calls);
        _valuesRead = 0;
    }

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        for (var call = 0; call < _calls; call++)
        {
            ct.ThrowIfCancellationRequested();
            var start = Stopwatch.GetTimestamp();
            var values = await CallAsync(context.Database, _names[call % _names.Length], ct);
            _times.Add(start);
            _replies[call % Kept] = values;
            _valuesRead += CountValues(values);
        }
    }

    public override Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        if (_valuesRead != (long)_calls * Keys)
        {
            throw VerificationException.CountDiffers(
                string.Create(CultureInfo.InvariantCulture, $"Values read by {_calls:N0} calls for {Keys:N0} keys each"), _valuesRead,
                (long)_calls * Keys);
        }

        for (var call = Math.Max(0, _calls - Kept); call < _calls; call++)
        {
            Verify(_numbers[call % _numbers.Length], _replies[call % Kept]);
        }

        var work = context.Work;
        work.Operations = _calls;
        work.PayloadBytes = _valuesRead * MgetWorkload.ValueBytes;
        if (Commands is { Command: var command })
        {
            work.Sent(TrafficOf(command));
        }

        work.Measurements[MgetColumns.CallMedian] = _times.Median!.Value;
        if (_times.Percentile99 is { } percentile)
        {
            work.Measurements[MgetColumns.CallPercentile99] = percentile;
        }

        if (!Workload.Share.IsWhole)
        {
            work.Latencies[MgetColumns.CallMedian] = _times.ToHistogram();
        }

        return Task.CompletedTask;
    }

    /// <summary>A run writes nothing on the server; only its own arrays are released.</summary>
    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        (_numbers, _names) = ([], []);
        Array.Clear(_replies);
        return Task.CompletedTask;
    }

    /// <summary>Prepares the calls of a run, after the names of its lists are known.</summary>
    protected virtual Task PrepareAsync(CaseContext context, TName[][] names, CancellationToken ct) => Task.CompletedTask;

    /// <summary>Reads the values of these names, in their order.</summary>
    protected abstract Task<TValue[]> CallAsync(IDatabase database, TName[] names, CancellationToken ct);

    private Traffic TrafficOf(string command)
    {
        var (bytes, commands) = (0L, 0L);
        foreach (var (list, names) in _names.Index().Take(_calls))
        {
            var (traffic, calls) = (TrafficOf(names), (_calls - list + _names.Length - 1) / _names.Length);
            bytes += calls * traffic.Bytes;
            commands += calls * traffic.Commands;
        }

        return Traffic.Of(bytes, (command, commands));
    }

    // The trial also warms up the connection and the code, so it runs even when the loops determine the number of calls.
    private async Task<CallTimes> TryAsync(CaseContext context, CancellationToken ct)
    {
        var trial = new CallTimes(MaxTrials);
        var began = Stopwatch.GetTimestamp();
        do
        {
            ct.ThrowIfCancellationRequested();
            var start = Stopwatch.GetTimestamp();
            await CallAsync(context.Database, _names[trial.Count % _names.Length], ct);
            trial.Add(start);
        }
        while (trial.Count < MaxTrials
            && Stopwatch.GetElapsedTime(began).TotalSeconds < (trial.Count < MinTrials ? MaxTrialShare : TrialShare) * Options.SecondsPerRun);

        return trial;
    }

    // A missing key has a null, in the reply to MGET too.
    private static int CountValues(TValue[] values)
    {
        var count = 0;
        foreach (var value in values)
        {
            count += value is null or RedisValue { IsNull: true } ? 0 : 1;
        }

        return count;
    }

    private static void Verify(int[] numbers, TValue[] values)
    {
        for (var at = 0; at < numbers.Length; at++)
        {
            RedisValue value = values[at] is RedisValue given ? given : (byte[]?)(object?)values[at];
            if (value != MgetWorkload.Value(numbers[at]))
            {
                throw VerificationException.ValueDiffers($"The value of key {numbers[at]:D8}",
                    value.IsNull ? "missing" : $"\"{value}\"", $"\"{MgetWorkload.Value(numbers[at])}\"");
            }
        }
    }
}
